import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE } from '../e2e/image/lay.ts';
import { variablesOf } from '../e2e/image/dockerfile.ts';
import { withFolder } from './temp-folder.ts';

/** What the image tells the C library of memory. */
export const IMAGE_MEMORY = Object.fromEntries(
  Object.entries(variablesOf(IMAGE)).filter(([name]) => name.startsWith('MALLOC_')),
);

function statusOf({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000;
}

/** Megabytes that a process has in memory. */
export function memoryOf(child: ChildProcess): number {
  return statusOf(child, 'VmRSS');
}

/** The most that a process had in memory at once, in megabytes. */
export function mostMemoryOf(child: ChildProcess): number {
  return statusOf(child, 'VmHWM');
}

/** How to start a program that is killed when it needs more memory. */
export interface MemoryLimit {
  readonly program: string;
  readonly args: readonly string[];
}

/** Where Linux has its groups of processes: those that limit memory alone, or all in one tree. */
const TREES = [
  { tree: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { tree: '/sys/fs/cgroup', limit: 'memory.max' },
];

/**
 * Lends the start of Node in a group of its own, which gets so many megabytes. Its files count, too, Node's own among them, which is
 * copied there; what they take is given up when it gets tight. Fails for users who may not make groups: root may.
 */
export async function withMemoryLimit<Result>(
  megabytes: number,
  use: (limit: MemoryLimit) => Promise<Result>,
): Promise<Result> {
  const found = TREES.find(({ tree }) => existsSync(join(tree, 'cgroup.procs')));
  if (found === undefined) throw new Error('only Linux limits memory by groups of processes');
  const group = join(found.tree, `halfday-bench-${process.pid}`);
  mkdirSync(group);
  try {
    writeFileSync(join(group, found.limit), String(megabytes * 1024 * 1024));
    return await withFolder((folder) => {
      const node = join(folder, 'node');
      // The shell puts itself into the group, and becomes Node.
      const script = `echo $$ > ${group}/cgroup.procs && cp ${process.execPath} ${node} && exec ${node} "$@"`;
      return use({ program: '/bin/sh', args: ['-c', script, 'sh'] });
    });
  } finally {
    rmdirSync(group);
  }
}
