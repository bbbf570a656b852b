import { readFileSync } from 'node:fs';
import { answersIn, load } from './children.ts';
import type { LoadOrder, LoadReport } from './programs/load.ts';

/** Linux counts the time of a process in ticks of so many milliseconds. */
const TICK_MS = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Milliseconds of processor that a process has used until now, in all of its threads. */
function usedMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = fields.split(' ').map(Number);
  return ((ticks[USER_TICKS] ?? 0) + (ticks[SYSTEM_TICKS] ?? 0)) * TICK_MS;
}

/** What a load says, and the microseconds of processor that each of its answers took the process that gave them. */
export async function processorTime(pid: number, order: LoadOrder): Promise<LoadReport & { readonly eachUs: number }> {
  const before = usedMs(pid);
  const report = await load(order);
  return { ...report, eachUs: ((usedMs(pid) - before) * 1000) / answersIn(report) };
}

/** Megabytes that a process has in memory. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}
