/** Puts the build, its native modules and Litestream into one executable, `dist/halfday`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in `node_modules`, without those of other platforms. */
const { platform, arch } = process;
const UNPACKED: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['better-sqlite3/{package.json,lib/**/*.js}', `better-sqlite3/prebuilds/${platform}-${arch}.node`],
  sharp: [
    'sharp/{package.json,dist/*.cjs,node_modules/**/*.{js,json}}',
    '{detect-libc,@img/colour}/**/*.{js,cjs,json}',
    `@img/sharp-{,libvips-}${platform}-${arch}/**/*.{js,cjs,json,node,so.*,dylib}`,
  ],
};

const assets = new Map<string, string>();
for (const [part, globs] of Object.entries(UNPACKED))
  for (const file of globSync(globs, { cwd: 'node_modules' }))
    assets.set(`${part}/node_modules/${file}`, join('node_modules', file));
assets.set('litestream/litestream', `node_modules/@flydotio/litestream-${platform}-${arch}/litestream`);
assets.set('litestream/litestream.yml', 'litestream.yml');
const hash = createHash('sha256');
for (const [name, file] of assets) hash.update(name).update(readFileSync(file));
writeFileSync('dist/unpacked-hash', hash.digest('hex').slice(0, 16));

const build = globSync('{unpacked-hash,server/server.{cjs,cache},client/**/*.*}', { cwd: 'dist' });
for (const file of build) assets.set(file, join('dist', file));
const config = {
  main: 'dist/server/main.js',
  mainFormat: 'module',
  output: 'dist/halfday',
  disableExperimentalSEAWarning: true,
  assets: Object.fromEntries(assets),
};
writeFileSync('dist/halfday.json', JSON.stringify(config));
execFileSync(process.execPath, ['--build-sea', 'dist/halfday.json'], { stdio: 'inherit' });
