import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Coding } from '../http/encoding.ts';
import { versionTag } from '../http/known-version.ts';

export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The content in each coding in which it is smaller. */
  readonly packed: ReadonlyMap<Coding, Uint8Array<ArrayBuffer>>;
  /** Its name changes with its content, so it may be cached for ever. */
  readonly immutable: boolean;
}

const TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.jpg', 'image/jpeg'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
]);

const ENDINGS = new Map<Coding, string>([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** Every file of the client build by its URL path, kept in memory: there are few, and they are requested often. */
export async function loadAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TYPES.has(extname(entry.name)));
  const assets = await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length).replaceAll('\\', '/');
      const body = await readFile(file);
      const asset: Asset = {
        type: TYPES.get(extname(entry.name)) ?? 'application/octet-stream',
        etag: versionTag(body),
        body,
        packed: await readPacked(file),
        immutable: path.startsWith('/assets/'),
      };
      return [path, asset] as const;
    }),
  );
  return new Map(assets.filter(([path]) => !path.startsWith('/.')));
}

async function readPacked(file: string): Promise<Asset['packed']> {
  const packed = new Map<Coding, Uint8Array<ArrayBuffer>>();
  for (const [coding, ending] of ENDINGS) {
    const bytes = await readFile(file + ending).catch(() => null);
    if (bytes) packed.set(coding, bytes);
  }
  return packed;
}
