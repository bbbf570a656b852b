/** SQLSTATE: lost connection, time limit, standby, sign-in, missing, rolled back, resources, not ready, operator, system, internal. */
const UNAVAILABLE = /^(?:08|25P0[234]|25006|28|3D|40|53|55|57|58|XX)/;

const NETWORK_ERRORS = /^(?:ECONN|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_)/;

const NETWORK_MESSAGES = /connection (?:terminated|ended|error)|query read timeout|timeout exceeded|not queryable/i;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return NETWORK_MESSAGES.test(error.message);
  return 'severity' in error ? UNAVAILABLE.test(code) : NETWORK_ERRORS.test(code);
}
