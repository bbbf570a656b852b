/** The browser and the server validate by these schemas; only the server knows common passwords. */
import { z } from 'zod';
import { ALL_CLAIMS } from '../booking/session-type.ts';
import { bookingFields, civilDate, correctableDetails, messageText } from '../booking/booking-details.ts';
import { OPTIONAL_FIELDS, OWNERS_FIELDS, pickFields } from '../booking/booking-fields.ts';
import { CITIES } from '../business/cities.ts';
import { VISITS_CHOICES } from '../booking/managed-booking.ts';
import { PASSWORD, type PasswordFault, passwordFault } from './password.ts';
import { DISMISSALS } from '../owner/needs-attention.ts';
import { type DatesQuery, rangeFault } from '../owner/schedule.ts';
import { cleanLine } from '../typed-text.ts';
import { LONGEST_REDIRECT } from './account.ts';

const { name, email, phone, address } = bookingFields;

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  'too-short': `Use at least ${PASSWORD.leastCharacters} characters.`,
  'too-few-different': `Use at least ${PASSWORD.leastDifferent} different characters.`,
  'too-long':
    'Use a shorter password: accented letters and letters of other alphabets count as two to four characters here.',
};

const newPassword = z
  .string('Choose a password.')
  .min(1, 'Choose a password.')
  .max(PASSWORD.mostBytes, `Use a password with at most ${PASSWORD.mostBytes} characters.`)
  .check((context) => {
    const fault = passwordFault(context.value);
    if (fault) context.issues.push({ code: 'custom', message: PASSWORD_FAULTS[fault], input: context.value });
  });

const knownPassword = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(PASSWORD.mostBytes, 'The password is wrong.');

const token = z
  .string('Reset token is required')
  .min(1, 'Reset token is required')
  .max(200, 'Part of the link is missing.');

export const CHOOSE_VISITS = 'Choose one: keep or cancel.';

/** May be empty, else must match the schema, whose messages can be reworded. */
function checkedBy(schema: z.ZodType<string, string>, { isOptional = false, word = (message: string) => message }) {
  return z.string('Write it as text.').transform((value, context) => {
    if (isOptional && cleanLine(value) === '') return '';
    const { data, error } = schema.safeParse(value);
    if (data !== undefined) return data;
    context.addIssue({ code: 'custom', message: word(error?.issues[0]?.message ?? '') });
    return z.NEVER;
  });
}

function orEmpty(schema: z.ZodType<string, string>) {
  return checkedBy(schema, { isOptional: true });
}

function ofCustomer(schema: z.ZodType<string, string>, isOptional = false) {
  const word = (message: string) => message.replace(/\b(?:your|an) (name|email)/, 'the customer’s $1');
  return checkedBy(schema, { isOptional, word });
}

const ofCustomers = {
  ...pickFields(OWNERS_FIELDS, bookingFields),
  name: ofCustomer(name),
  email: ofCustomer(email, true),
};

const setupToken = z.string().overwrite(cleanLine).max(200, 'The setup token is wrong.').exactOptional();
const redirect = z.string().max(LONGEST_REDIRECT).exactOptional();
const id = z.string().min(1).max(64);
const from = z.string().max(2500).exactOptional();

const at = z.enum(['landing']).exactOptional();

const dates = {
  first: civilDate('Pick the first day.'),
  last: civilDate('Pick the last day.'),
  units: z.enum(ALL_CLAIMS, 'Choose whole days, mornings or afternoons.'),
} as const;

function checkRange({ value, issues }: z.core.ParsePayload<Pick<DatesQuery, 'first' | 'last'>>): void {
  const fault = rangeFault(value);
  if (fault !== null) issues.push({ code: 'custom', path: ['last'], message: fault, input: value.last });
}

export const accountInputs = {
  register: z.strictObject({ name, email, password: newPassword, setupToken }),
  signIn: z.strictObject({ email, password: knownPassword, redirect }),
  signOut: z.strictObject({}),
  forgotPassword: z.strictObject({ email }),
  sendLinks: z.strictObject({ email }),
  resetPassword: z.strictObject({ token, password: newPassword }),
  confirmEmail: z.strictObject({ token, password: knownPassword.exactOptional() }),
  resendVerification: z.strictObject({}),
  changeProfile: z.strictObject({
    name,
    phone: orEmpty(phone),
    address: orEmpty(address),
    area: z.enum(['', ...CITIES], 'Choose the city from the list.'),
  }),
  changeEmail: z.strictObject({ email, password: knownPassword }),
  withdrawEmailChange: z.strictObject({}),
  changePassword: z.strictObject({ current: knownPassword, password: newPassword }),
  endSession: z.strictObject({ id }),
  endOtherSessions: z.strictObject({}),
  deleteAccount: z
    .strictObject({
      password: knownPassword,
      visits: z.enum(VISITS_CHOICES, CHOOSE_VISITS).exactOptional(),
      told: z.string().max(8000).exactOptional(),
    })
    .refine(({ visits, told = '' }) => told === '' || visits !== undefined, { path: ['visits'], error: CHOOSE_VISITS }),
  changeRole: z.strictObject({ account: id, role: z.enum(['user', 'admin'], 'Choose a role.'), from }),
  setDisabled: z.strictObject({ account: id, isDisabled: z.boolean(), from }),
  resendVerificationTo: z.strictObject({ account: id, from }),
  signOutUser: z.strictObject({ account: id, from }),
  rebuild: z.strictObject({}),
  completeVisit: z.strictObject({ eventId: id, at }),
  undoCompletion: z.strictObject({ eventId: id }),
  recordNoShow: z.strictObject({ eventId: id, at }),
  undoNoShow: z.strictObject({ eventId: id }),
  cancelForCustomer: z.strictObject({ eventId: id, date: bookingFields.date, claim: bookingFields.claim }),
  moveForCustomer: z.strictObject({
    eventId: id,
    date: bookingFields.date,
    claim: bookingFields.claim,
    newDate: bookingFields.date,
    newClaim: bookingFields.claim,
  }),
  refundKeptPayment: z.strictObject({ eventId: id, at }),
  retryRefund: z.strictObject({ eventId: id, payment: z.string().min(1).max(200), at }),
  /** `refunds`: bookings that it refunds according to the page, separated by commas. */
  closeUnits: z
    .strictObject({
      ...dates,
      onlyFree: z.enum(['yes'], 'Choose what to close.').exactOptional(),
      refunds: z.string().max(8000).exactOptional(),
      from,
    })
    .check(checkRange),
  makeCalendarFeed: z.strictObject({}),
  removeCalendarFeed: z.strictObject({}),
  openUnits: z.strictObject({ ...dates, from }).check(checkRange),
  settleRefund: z.strictObject({ eventId: id, payment: z.string().min(1).max(200), at }),
  sendMessage: z.strictObject({
    eventId: id,
    message: messageText,
    key: z.uuid('Reload the page and send the form again.'),
  }),
  correctDetails: correctableDetails.safeExtend({ eventId: id }),
  correctForCustomer: z.strictObject({
    eventId: id,
    ...ofCustomers,
  }),
  bookByPhone: z.strictObject({
    date: bookingFields.date,
    claim: bookingFields.claim,
    ...ofCustomers,
    tasks: bookingFields.tasks,
    ...pickFields(OPTIONAL_FIELDS, bookingFields),
    key: z.uuid('Reload the page and send the form again.'),
  }),
  sendMailAgain: z.strictObject({ failure: z.string().min(1).max(200) }),
  sendWebhookAgain: z.strictObject({ failure: z.string().min(1).max(200) }),
  hastenWebhooks: z.strictObject({}),
  dismissAttention: z.strictObject({
    item: z.string().min(1).max(300),
    reason: z.enum(DISMISSALS, 'Choose a reason.'),
  }),
  restoreAttention: z.strictObject({ item: z.string().min(1).max(300) }),
} as const;

export type AccountCommand = keyof typeof accountInputs;
export type AccountInput<Name extends AccountCommand> = z.infer<(typeof accountInputs)[Name]>;
