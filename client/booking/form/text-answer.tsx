import { type TextField as TextName, fieldOf } from '#shared/booking/booking-fields.ts';
import { CITIES } from '#shared/business/cities.ts';
import type { FieldText } from '../../components/fields/field.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextArea, TextField } from '../../components/fields/text-field.tsx';

interface Parts extends Partial<FieldText> {
  readonly name: TextName;
  readonly defaultValue: string | undefined;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string | undefined;
  readonly required?: boolean;
}

/** As the field's entry describes it. */
export function TextAnswer({ name, ...given }: Parts) {
  const { kind, step, label = name, hint, autoComplete, optional } = fieldOf(name);
  const parts = { name, label, hint, autoComplete, optional: optional !== undefined, ...given };
  switch (kind) {
    case 'city':
      return <SelectField {...parts} options={CITIES} prompt="Choose a city" />;
    case 'lines':
      return <TextArea {...parts} rows={4} />;
    case 'email':
      return <TextField {...parts} type="email" inputMode="email" spellCheck={false} />;
    case 'phone':
      return <TextField {...parts} type="tel" inputMode="tel" />;
    default:
      return <TextField {...parts} enterKeyHint={step === 'place' ? 'next' : undefined} />;
  }
}

/** The owner types for a customer: the email address may be missing, and the browser's suggestions don't fit. */
export function OwnersTextAnswer({ name, ...given }: Parts) {
  const hint = name === 'address' ? fieldOf(name).hint : undefined;
  const ofEmail = name === 'email' ? { label: 'Email (optional)', required: false } : {};
  return <TextAnswer name={name} hint={hint} autoComplete="off" {...ofEmail} {...given} />;
}
