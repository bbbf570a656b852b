import { formatCents } from '#shared/money.ts';
import type { Prices } from '#shared/booking/prices.ts';
import { ALL_SESSION_TYPES, type SessionType, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { RadioCard } from '../../components/fields/choice.tsx';
import { Fieldset } from '../../components/fields/fieldset.tsx';
import { Ruler } from '../../components/calendar/ruler.tsx';
import { sessionLengths } from '../picker/session-lengths.ts';
import { sessionHours } from '#shared/booking/hours.ts';

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
        {ALL_SESSION_TYPES.map((type) => (
          <RadioCard
            key={type}
            className="items-stretch [&>span]:flex [&>span]:flex-col"
            name="service"
            value={type}
            checked={type === service}
            onChange={() => onService(type)}
          >
            <span className="flex items-baseline justify-between gap-2 font-heading text-xl leading-tight font-semibold">
              <span>{SESSION_TYPES[type].label}</span>
              <span className="tabular-nums">{formatCents(prices[type])}</span>
            </span>
            <span className="mt-1 block text-sm text-pencil">{sessionHours(type)}</span>
            <span className="mt-auto block pt-2">
              <Ruler rows={[sessionLengths(type)]} text={null} marks="ends" />
            </span>
          </RadioCard>
        ))}
      </div>
    </Fieldset>
  );
}
