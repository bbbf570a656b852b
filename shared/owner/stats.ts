/** Amounts are cents. */
import type { DisputeState } from '../booking/dispute.ts';
import type { PaidState } from '../booking/managed-booking.ts';
import { type CivilDate, type CivilMonth, isCivilMonth } from '../civil-date.ts';
import type { Rating, Vital } from '../measuring/vitals.ts';

export const STATS_PATH = '/app/admin/stats';

export interface StatsQuery {
  readonly month?: CivilMonth;
}

const MONTHS = { first: '2001-01', last: '2199-12' } as const;

export function isStatsMonth(month: unknown): month is CivilMonth {
  return isCivilMonth(month) && month >= MONTHS.first && month <= MONTHS.last;
}

export interface Revenue {
  /** Including payments to the owner directly. */
  readonly captured: number;
  /** Also given back directly, or taken by disputes with their fees. */
  readonly refunded: number;
}

export interface PeriodRevenue<Period> extends Revenue {
  readonly period: Period;
}

export interface DayUse {
  readonly date: CivilDate;
  readonly booked: number;
  readonly held: number;
  readonly closed: number;
  readonly open: number;
}

export interface LeadTime {
  readonly from: number;
  readonly to: number | null;
  readonly bookings: number;
}

/** As browsers reported it in the last four weeks. */
export interface PageVital {
  /** Pages that are counted together end with `…`. */
  readonly page: string;
  readonly vital: Vital;
  /** The third quartile: milliseconds, for CLS without a unit. */
  readonly value: number;
  readonly rating: Rating;
  readonly views: number;
}

export interface SystemStats {
  readonly today: CivilDate;
  readonly month: CivilMonth;
  readonly bookings: readonly { readonly state: PaidState | 'held' | 'expired'; readonly bookings: number }[];
  readonly revenue: {
    readonly all: Revenue;
    readonly months: readonly PeriodRevenue<CivilMonth>[];
    readonly days: readonly PeriodRevenue<CivilDate>[];
  };
  readonly disputes: readonly {
    readonly state: DisputeState;
    readonly disputes: number;
    readonly takenCents: number;
  }[];
  readonly use: readonly DayUse[];
  readonly leadTimes: readonly LeadTime[];
  readonly lateCancellations: {
    readonly all: number;
    /** The time was sold again, and the payment refunded. */
    readonly refilled: number;
    readonly returned: number;
    readonly open: number;
    readonly kept: number;
  };
  readonly users: {
    readonly all: number;
    readonly admins: number;
    readonly unconfirmed: number;
    readonly disabled: number;
    readonly joined: readonly { readonly period: CivilMonth; readonly users: number }[];
  };
  /** `all`: refused at least once. `open`: still waiting. */
  readonly failedMails: { readonly all: number; readonly open: number };
  readonly vitals: readonly PageVital[];
  readonly webhooks: {
    /** `local`: only on this machine. */
    readonly provider: 'svix' | 'local' | 'none';
    readonly refused: { readonly all: number; readonly open: number };
    readonly waiting: number;
    readonly lagSeconds: number;
  };
}

export const WEBHOOK_PORTAL_PATH = '/app/admin/webhooks/portal';

/** Instants are milliseconds. */
export interface SiteStatus {
  readonly events: number;
  readonly checkedAt: number | null;
  /** Events that some page doesn't show yet. */
  readonly behind: number;
  readonly jobs: { readonly waiting: number; readonly late: number };
  readonly backedUpAt: number | null;
  /** The running or last rebuild, with its number of events so far. */
  readonly rebuild: {
    readonly state: 'running' | 'done' | 'failed';
    readonly events: number;
    readonly endedAt: number | null;
  } | null;
}
