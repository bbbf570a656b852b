/** As many as `shared/account-fields.ts` asks for, which is not loaded before a form is sent. */
export const PASSWORD_HINT = 'At least 10 characters. Four words in a row that nobody would guess are good.';
