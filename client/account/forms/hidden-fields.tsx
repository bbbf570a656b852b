import type { AccountCommand } from '#shared/account-fields.ts';
import { PageOwnerField } from '../../shell/account-of-page.tsx';
import { FORM_FIELD } from './posted.ts';

/** What a plain post says beside its fields: which form it is, and whose page that stood on. */
export function HiddenFields({ command }: { readonly command: AccountCommand }) {
  return (
    <>
      <PageOwnerField />
      <input type="hidden" name={FORM_FIELD} value={command} />
    </>
  );
}
