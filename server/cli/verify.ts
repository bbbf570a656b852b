import { formatCount } from '#shared/format-count.ts';
import { UsageError, type Result, count } from './command.ts';
import { siteDatabase } from './site.ts';
import { showProgress } from './progress.ts';

export interface ExpectedEvent {
  readonly position: number;
  readonly hash: string;
}

/** Throws `UsageError`. */
export function expectedEvent(text: string): ExpectedEvent {
  const [, position = '', hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (hash === '') throw new UsageError('use the position and the hash of an event, as 1505:9f2c….');
  return { position: Number(position), hash };
}

export async function verify(expected: ExpectedEvent | undefined): Promise<Result> {
  const database = await siteDatabase();
  const progress = showProgress('verifying');
  const { chain, damage, hashAt } = await database.verify({
    hashOf: expected?.position,
    onPage: (position, end) => progress.reached(position, end),
  });
  progress.done();
  const lines: string[] = [];
  const problems: string[] = [];
  if (chain && !chain.bad)
    lines.push(`${count(chain.events, 'event')} verified.`, `head ${chain.events}:${chain.head}`);
  if (chain?.bad) {
    const { position, stream, revision, type, why } = chain.bad;
    problems.push(
      `The first bad event is at position ${position}: ${type}, revision ${revision} of ${stream}: ${why}.`,
      `The ${formatCount(chain.events)} events before it are unaltered; the last one's hash is ${chain.head}`,
    );
  }
  if (damage !== null) problems.push(damage);
  if (expected?.hash === hashAt) lines.push(`Event ${expected.position} is the expected one.`);
  else if (expected) {
    const found = hashAt === null ? `There is no event ${expected.position}` : `Event ${expected.position} differs`;
    problems.push(`${found}: this log isn't the expected one, or it was cut off or altered.`);
  }
  return { lines, problems };
}
