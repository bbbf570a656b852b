import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { toldVisits } from '#shared/booking/shown-outcomes.ts';
import type { Threats } from './attacked-site.ts';
import { linkOf } from './rights.ts';

export const privateFiles: Threats = {
  'no file or folder of the server can be read by other users of the machine': async (site) => {
    const names = readdirSync(site.folder, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(expect.arrayContaining(['halfday.db', 'halfday.db-wal', 'mailbox', 'objects']));
    // A file may have been renamed meanwhile.
    const modeOf = (name: string) => lstatSync(join(site.folder, name), { throwIfNoEntry: false })?.mode ?? 0;
    expect(['.', ...names].filter((name) => (modeOf(name) & 0o077) !== 0)).toEqual([]);
  },
};

export const personalData: Threats = {
  'the log is JSON without tokens, addresses, passwords or what people typed': async (site) => {
    const member = await site.member();
    await member.book({ address: '5 Persimmon Court', phone: '805 555 0166', notes: 'Mind the dachshund' });
    await member.done('forgotPassword', { email: member.who.email });
    const reset = /token=([\w-]+)/.exec((await site.mail(member.who.email, /new password/)).text)?.[1] ?? '';
    await site.visitor().get(`/reset-password?token=${reset}`);
    const link = await linkOf(site, member);
    await site.visitor().get(link);
    await site
      .visitor()
      .get(`/?email=${member.who.email}%0A{"level":"fatal"}`, { headers: { 'user-agent': member.who.email } });
    await site.visitor().call('signIn', { email: member.who.email, password: 'not the password' });
    const last = await site.visitor().get('/pricing');
    await expect.poll(() => site.output).toContain(String(last.headers['x-request-id']));
    const { email, password, name } = member.who;
    const typed = [email, password, name, 'Persimmon', '555 0166', 'dachshund', 'not the password'];
    const signatures = Array.from(member.cookies.values(), (value) => value.split('.').at(-1) ?? '');
    const secrets = [...typed, ...signatures, reset, link.slice('/manage/'.length), site.config.cookieSecrets[0]];
    const lines = site.output.split('\n');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(3);
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
    const begin = lines.findIndex((line) => line.startsWith('{'));
    const logged = lines.slice(begin, -1).map((line) => JSON.parse(line) as { level: string });
    expect(logged.length).toBeGreaterThan(100);
    expect(logged.filter(({ level }) => level === 'fatal')).toEqual([]);
    expect(lines.some((line) => /"outcome":"wrong-credentials"/.test(line))).toBe(true);
  },
};

export const forgottenPeople: Threats = {
  'no byte of a customer who deletes the account is left in any file of the data folder': async (site) => {
    const member = await site.member();
    const name = 'Zenobia Quillfeather';
    const typed = { name, address: '31 Mulberry Terrace', phone: '805 555 0122', notes: 'Beware of the goose' };
    const { email } = member.who;
    await member.done('changeProfile', { name, phone: typed.phone, address: typed.address, area: 'Ojai' });
    await member.book(typed);
    await site.mail(email, /booked/);
    const personal = [email, 'Quillfeather', 'quillfeather', 'Mulberry', '555 0122', '8055550122', 'goose'];
    expect(site.filesWith(personal).length).toBeGreaterThan(1);
    const { visitsAhead } = JSON.parse((await member.query('profile')).text) as {
      visitsAhead: Parameters<typeof toldVisits>[0];
    };
    const deletion = { password: member.who.password, visits: 'cancel', told: toldVisits(visitsAhead) };
    await member.done('deleteAccount', deletion);
    await expect.poll(() => site.filesWith(personal)).toEqual([]);
    expect(await member.isSignedIn()).toBe(false);
    expect(await site.owner.users(email)).toEqual([]);
    expect((await site.visitor(member.who).signIn()).status).toBe(401);
  },
};
