import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg|txt|webmanifest|ico)$/;
const BEST = { [constants.BROTLI_PARAM_QUALITY]: 11 };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** In advance, because compressing takes a thread and three times the file's memory. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir: folder = '.' }) {
      const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file));
      const pack = async (file: string) => {
        const body = await readFile(join(folder, file));
        const packed = { br: await brotli(body, { params: BEST }), gz: await gzipped(body, { level: 9 }) };
        for (const [ending, bytes] of Object.entries(packed))
          if (bytes.length < body.length) await writeFile(join(folder, `${file}.${ending}`), bytes);
      };
      await Promise.all(files.map(pack));
    },
  };
}
