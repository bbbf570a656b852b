import type { LinkPurpose } from './validity.ts';

/** A stored sign-in session. Instants are milliseconds. */
export interface SignInRow {
  /** Public: identifies the session to its owner. */
  readonly id: string;
  readonly account: string;
  readonly device: string;
  readonly signed_in_at: number;
  /** The account's previous sign-in. */
  readonly previous_at: number | null;
  readonly seen_at: number;
  readonly expires_at: number;
}

export interface LinkRow {
  readonly account: string;
  readonly purpose: LinkPurpose;
  /** What the link is about within the account; null when it is the account itself. */
  readonly subject: string | null;
  readonly expires_at: number;
}

export interface AddressRow {
  readonly account: string;
}
