/** The image's user, as which the product runs. */
export const USER = 1000;

interface Place {
  readonly root: string;
  /** Below `root`. */
  readonly folder: string;
  readonly user: number;
}

/** The arguments that run a command in another root folder. */
export function inOwnRoot({ root, folder, user }: Place, command: readonly string[]): [string, ...string[]] {
  return ['unshare', `--root=${root}`, `--wd=${folder}`, `--setgid=${user}`, `--setuid=${user}`, ...command];
}
