/** The event log, as the owner's page shows it. */
import type { CivilDate } from '../civil-date.ts';

/** An event without personal data. */
export interface LogEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  /** Version of its stored shape. */
  readonly version: number;
  /** When it was recorded, in milliseconds since the epoch. */
  readonly at: number;
  /** Ids, numbers, dates and other values that are one word, by name. */
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
  /** First and last date, in the business time zone. */
  readonly from?: CivilDate;
  readonly to?: CivilDate;
  /** Only events before this position. */
  readonly before?: number;
}

export interface EventsPage {
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** Whether the filter also matches events before these. */
  readonly hasOlder: boolean;
  /** The last position of the log when the page was read. */
  readonly position: number;
  /** Every type of event, by name. */
  readonly types: readonly string[];
}

/** What a live view of the log adds: the newest of the events since its last line. */
export interface EventsBatch {
  /** The last position that it has seen; the stream resumes after it. */
  readonly position: number;
  /** Newest first. */
  readonly events: readonly LogEvent[];
  /** Whether there are events between these and those before that were left out, because there are too many at once. */
  readonly isGap: boolean;
}
