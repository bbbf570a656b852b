/** The archive of the log, as the owner's pages show it. Instants are milliseconds. */

/**
 * `starting`: it has not been looked at yet. `level`: it has all events, or lacks those of the last moments. `behind`: it could not be
 * written for some time. `refused`: it may not be written until an operator acts. `log-behind`: the same, because it has events that the log lacks.
 */
export type ArchiveState = 'starting' | 'level' | 'behind' | 'refused' | 'log-behind';

/** How far the archive is. */
export interface ArchiveView {
  readonly state: ArchiveState;
  /** The last event that the archive has. */
  readonly position: number;
  /** Since when an event waits; null when none does. */
  readonly waitingSince: number | null;
  /** Why the archive was not written last; null when it was. */
  readonly reason: string | null;
  /** When the vault was archived last; null when it was not since the start. */
  readonly vaultAt: number | null;
}

/** An archive that needs an operator, for the owner's list. */
export interface ArchiveTrouble {
  readonly state: Extract<ArchiveState, 'behind' | 'refused' | 'log-behind'>;
  readonly since: number;
  readonly reason: string;
}

/** How far the archive is behind the log. */
export interface ArchiveLag extends Pick<ArchiveView, 'state' | 'reason'> {
  /** Events that it lacks. */
  readonly events: number;
  /** How long the oldest of them has waited, in seconds. */
  readonly seconds: number;
}
