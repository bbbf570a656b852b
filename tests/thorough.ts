/** Whether tests try as much as `npm run test:faults` asks for, rather than what each change can wait for. */
export const IS_THOROUGH = process.env['MODE'] === 'faults';
