import type { CivilDate } from '../civil-date.ts';

export interface LogEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly version: number;
  readonly at: number;
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
  readonly from?: CivilDate;
  readonly to?: CivilDate;
  readonly before?: number;
}

export interface EventsPage {
  readonly events: readonly LogEvent[];
  readonly hasOlder: boolean;
  readonly position: number;
  readonly types: readonly string[];
}

export interface EventsBatch {
  /** The stream resumes after it. */
  readonly position: number;
  readonly events: readonly LogEvent[];
  /** Earlier events were left out, because there are too many at once. */
  readonly isGap: boolean;
}
