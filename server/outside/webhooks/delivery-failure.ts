const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['UND_ERR_SOCKET', 'connection closed without a response'],
  ['ENOTFOUND', 'host not found'],
  ['EAI_AGAIN', 'host not found'],
  ['EHOSTUNREACH', 'host unreachable'],
  ['ENETUNREACH', 'host unreachable'],
  ['ETIMEDOUT', 'host unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'host unreachable'],
]);

export function deliveryFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no response in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message || error.name;
  if (cause.name === 'HTTPParserError') return 'not HTTP';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return WORDS.get(code) ?? (code || cause.message || cause.name);
}
