import { Refused } from '../rpc/refused.ts';

let list: Promise<ReadonlySet<string>> | null = null;

/** Some 49,000 passwords that people choose most, loaded when the first one is chosen here: starting does not wait for it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether a password is among those that everybody tries first, however it is capitalised. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.normalize('NFC').toLowerCase());
}

/** Throws `Refused` `invalid` for one that is. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw new Refused('invalid', {
    fields: { password: 'Many people use this password, so it is among the first to be tried. Choose another.' },
  });
}
