import type { CivilDate } from '../civil-date.ts';

export interface LogEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly version: number;
  /** Milliseconds. */
  readonly at: number;
  /** Values that are one word, by name. */
  readonly facts: readonly LogFact[];
}

export interface LogFact {
  readonly name: string;
  readonly value: string | number | boolean;
}

export interface EventsFilter {
  readonly type?: string;
  readonly stream?: string;
}

export interface EventsQuery extends EventsFilter {
  /** In the business time zone. */
  readonly from?: CivilDate;
  readonly to?: CivilDate;
  /** Only events before this position. */
  readonly before?: number;
}

export interface EventsPage {
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** The filter also matches events before these. */
  readonly hasOlder: boolean;
  /** Of the log when the page was read. */
  readonly position: number;
  readonly types: readonly string[];
}

/** The newest of the events since the live view's last line. */
export interface EventsBatch {
  /** The stream resumes after it. */
  readonly position: number;
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** Events before these were left out, because there are too many at once. */
  readonly isGap: boolean;
}
