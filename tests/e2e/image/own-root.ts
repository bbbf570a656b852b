/** An otherwise empty root folder of Debian packages, in which the image's processes run as they do in a container. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of the image that the product uses: a shell, `install` and `useradd` for `RUN`, and the libraries of the executable. */
const PACKAGES = ['dash', 'coreutils', 'passwd', 'libstdc++6', 'libatomic1', 'ca-certificates'];

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

/**
 * Fills an empty folder with Debian packages as this machine has them, and the user root. Returns why no process
 * can run in it on this machine; null when one can.
 */
export function layOwnRoot(root: string): string | null {
  if (process.getuid?.() !== 0) return 'only the user root can change the root folder of a process';
  try {
    layDebian(root);
    const [program, ...args] = inOwnRoot({ root, folder: '/', user: USER }, ['true']);
    execFileSync(program, args, { stdio: 'pipe' });
    return null;
  } catch (error) {
    return String(error).trim();
  }
}

function layDebian(root: string): void {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  const listed = linesOf('dpkg-query', ['--listfiles', ...withDependencies(PACKAGES)]);
  // Machines often leave out documentation.
  const files = listed.filter((file) => existsSync(file));
  const copy = 'tar -C / -c --no-recursion --files-from=- | tar -C "$0" -x --keep-directory-symlink';
  execFileSync('sh', ['-c', copy, root], { input: files.join('\n'), stdio: 'pipe' });
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 });
  chmodSync(join(root, 'tmp'), 0o1777);
  mkdirSync(join(root, 'dev'));
  // Litestream gives it to the product as standard input.
  execFileSync('mknod', ['--mode=666', join(root, 'dev/null'), 'c', '1', '3'], { stdio: 'pipe' });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
}

/** Installed packages, and those that they depend on. */
function withDependencies(names: readonly string[]): string[] {
  const hidden = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const tree = linesOf('apt-cache', ['depends', '--recurse', '--installed', ...hidden, ...names]);
  // Packages stand at the beginning of a line, what they depend on below them; `<virtual>` ones have no files.
  return tree.filter((line) => /^[a-z0-9]/.test(line));
}

function linesOf(program: string, args: readonly string[]): string[] {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
}
