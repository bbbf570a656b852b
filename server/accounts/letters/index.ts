import { letter as addressChanged } from './customer/address-changed.ts';
import { letter as addressInUse } from './customer/address-in-use.ts';
import { letter as confirmNewAddress } from './customer/confirm-new-address.ts';
import { letter as confirmOldAddress } from './customer/confirm-old-address.ts';
import { letter as passwordChanged } from './customer/password-changed.ts';
import { letter as passwordReset } from './customer/password-reset.ts';
import { letter as verifyAddress } from './customer/verify-address.ts';
import type { AccountLetter } from './letter.ts';

export const LETTERS: readonly AccountLetter[] = [
  addressChanged,
  addressInUse,
  confirmNewAddress,
  confirmOldAddress,
  passwordChanged,
  passwordReset,
  verifyAddress,
];

export const LETTER_CAUSES = [...new Set(LETTERS.flatMap(({ on }) => on))];
