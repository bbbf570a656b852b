import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import { type Plugin, runnerImport } from 'vite';

const FONT = 'node_modules/@expo-google-fonts/barlow-semi-condensed/600SemiBold/BarlowSemiCondensed_600SemiBold.ttf';

const CARDS = 'client/marketing/cards/social-cards.tsx';
const ICON = 'client/public/favicon.svg';

/** With their width. A maskable icon has a margin, because systems cut off its corners. */
const ICONS = [
  { path: '/apple-touch-icon.png', size: 180, padding: 0 },
  { path: '/icon-192.png', size: 192, padding: 0 },
  { path: '/icon-512.png', size: 512, padding: 0 },
  { path: '/icon-maskable-512.png', size: 512, padding: 6 },
] as const;

async function png(svg: string, options: ResvgRenderOptions): Promise<Buffer> {
  return (await renderAsync(svg, options)).asPng();
}

/** A directory of one entry, then the PNG itself. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(picture.length, 14);
  return Buffer.concat([head, picture]);
}

/** Without rounded corners, because systems cut icons to their own shape. */
function padded(svg: string, padding: number): string {
  const size = 32 + 2 * padding;
  return svg
    .replace('viewBox="0 0 32 32"', `viewBox="${-padding} ${-padding} ${size} ${size}"`)
    .replace(/<rect[^>]*>/, `<rect x="${-padding}" y="${-padding}" width="${size}" height="${size}" fill="#2563eb"/>`);
}

async function pictures(root: string): Promise<ReadonlyMap<string, Buffer>> {
  const { module } = await runnerImport<{ readonly socialCards: () => readonly { path: string; svg: string }[] }>(
    join(root, CARDS),
    { root, configFile: false, logLevel: 'warn' },
  );
  const font = { fontFiles: [join(root, FONT)], loadSystemFonts: false, defaultFontFamily: 'Barlow Semi Condensed' };
  const icon = await readFile(join(root, ICON), 'utf8');
  const small = await png(icon, { fitTo: { mode: 'width', value: 32 } });
  const drawn = [
    ...module.socialCards().map(async ({ path, svg }) => [path, await png(svg, { font })] as const),
    ...ICONS.map(
      async ({ path, size, padding }) =>
        [path, await png(padded(icon, padding), { fitTo: { mode: 'width', value: size } })] as const,
    ),
  ];
  return new Map([['/favicon.ico', ico(small, 32)], ...(await Promise.all(drawn))]);
}

const PICTURE = /^\/(?:cards\/[\w/-]+\.png|(?:apple-touch-)?icon[\w-]*\.png|favicon\.ico)$/;

/** Into the client build, and on request in development. */
export function drawPictures(): Plugin {
  let root = '';
  return {
    name: 'draw-pictures',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      for (const [path, source] of await pictures(root)) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source });
      }
    },
    configureServer(server) {
      if (process.env['VITEST']) return;
      server.middlewares.use(async ({ url = '' }, response, next) => {
        const picture = PICTURE.test(url) ? (await pictures(root)).get(url) : undefined;
        if (picture)
          response.setHeader('content-type', url.endsWith('.ico') ? 'image/x-icon' : 'image/png').end(picture);
        else next();
      });
    },
  };
}
