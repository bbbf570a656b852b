import { formatCents } from '#shared/money.ts';
import type { Prices } from '#shared/booking/prices.ts';
import { SESSION_NAMES, SESSION_TYPES, type SessionType } from '#shared/booking/session-type.ts';
import { RadioCard } from '../../components/fields/choice.tsx';
import { Fieldset } from '../../components/fields/fieldset.tsx';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { SESSION_LENGTHS } from '../picker/session-lengths.ts';
import { SESSION_HOURS } from '../../wording/slot-words.ts';

interface Choice {
  readonly prices: Prices;
  readonly service: SessionType;
  readonly onService: (service: SessionType) => void;
  readonly error: string | undefined;
}

export function ServiceChoice({ prices, service, onService, error }: Choice) {
  return (
    <Fieldset
      name="service"
      label="How long?"
      hint="Not sure? Take the full day: time left over goes to your small repairs."
      error={error}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {SESSION_TYPES.map((type) => (
          <RadioCard
            key={type}
            className="items-stretch [&>span]:flex [&>span]:flex-col"
            name="service"
            value={type}
            checked={type === service}
            onChange={() => onService(type)}
          >
            <span className="flex items-baseline justify-between gap-2 font-heading text-xl leading-tight font-semibold">
              <span>{SESSION_NAMES[type]}</span>
              <span className="tabular-nums">{formatCents(prices[type])}</span>
            </span>
            <span className="mt-1 block text-sm text-pencil">{SESSION_HOURS[type]}</span>
            <span className="mt-auto block pt-2">
              <Ruler rows={[SESSION_LENGTHS[type]]} text={null} marks="ends" />
            </span>
          </RadioCard>
        ))}
      </div>
    </Fieldset>
  );
}
