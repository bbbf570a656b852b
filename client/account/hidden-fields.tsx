import type { AccountCommand } from '#shared/account-fields.ts';
import { PAGE_OWNER } from '#shared/rpc.ts';
import { useAccountOfPage } from './account-of-page.tsx';
import { FORM_FIELD } from './posted.ts';

/** What a plain post says beside its fields: which form it is, and whose page that stood on. */
export function HiddenFields({ command }: { readonly command: AccountCommand }) {
  const mark = useAccountOfPage();
  return (
    <>
      <input type="hidden" name={FORM_FIELD} value={command} />
      {mark === null ? null : <input type="hidden" name={PAGE_OWNER.field} value={mark} />}
    </>
  );
}
