/** What the owner's page of statistics shows. Amounts are cents. */
import type { DisputeState } from '../booking/dispute.ts';
import type { PaidState } from '../booking/managed-booking.ts';
import { type CivilDate, type CivilMonth, isCivilMonth } from '../civil-date.ts';
import type { Rating, Vital } from '../measuring/vitals.ts';

export const STATS_PATH = '/app/admin/stats';

export interface StatsQuery {
  /** The last month of the charts, whose days are shown; the current one if left out. */
  readonly month?: CivilMonth;
}

/** First and last month of the charts. */
const MONTHS = { first: '2001-01', last: '2199-12' } as const;

/** Whether statistics end with this month. */
export function isStatsMonth(month: unknown): month is CivilMonth {
  return isCivilMonth(month) && month >= MONTHS.first && month <= MONTHS.last;
}

export interface Revenue {
  /** Payments of customers, those to the owner directly included. */
  readonly captured: number;
  /** Refunds that the payment provider accepted, or that the owner gave back directly; what disputes took, with their fees. */
  readonly refunded: number;
}

/** The number of disputes in each state, and the cents that they took, including fees. */
export interface DisputeCount {
  readonly state: DisputeState;
  readonly disputes: number;
  readonly takenCents: number;
}

export interface PeriodRevenue<Period> extends Revenue {
  readonly period: Period;
}

/** Number of units of a date, of two. */
export interface DayUse {
  readonly date: CivilDate;
  readonly booked: number;
  readonly held: number;
  readonly closed: number;
  readonly open: number;
}

/** Bookings that were made so many days before the visit. */
export interface LeadTime {
  readonly from: number;
  /** The last number of days; null for no end. */
  readonly to: number | null;
  readonly bookings: number;
}

/** The speed of a page by one measure, as browsers reported it in the last four weeks. */
export interface PageVital {
  /** Its address; pages that are counted together end with `…`. */
  readonly page: string;
  readonly vital: Vital;
  /** The third quartile: milliseconds, for CLS without a unit. */
  readonly value: number;
  readonly rating: Rating;
  /** Number of page views that were measured. */
  readonly views: number;
}

export interface SystemStats {
  readonly today: CivilDate;
  /** The last month of the charts. */
  readonly month: CivilMonth;
  readonly bookings: readonly { readonly state: PaidState | 'held' | 'expired'; readonly bookings: number }[];
  readonly revenue: {
    readonly all: Revenue;
    /** Twelve months. */
    readonly months: readonly PeriodRevenue<CivilMonth>[];
    /** The days of the last of them. */
    readonly days: readonly PeriodRevenue<CivilDate>[];
  };
  readonly disputes: readonly DisputeCount[];
  /** The 14 days from tomorrow on. */
  readonly use: readonly DayUse[];
  /** Of bookings that were made in the last 365 days. */
  readonly leadTimes: readonly LeadTime[];
  readonly lateCancellations: {
    readonly all: number;
    /** The time was filled again, and the payment went back. */
    readonly refilled: number;
    /** The payment went back by hand. */
    readonly returned: number;
    /** The payment can still go back. */
    readonly open: number;
    readonly kept: number;
  };
  readonly users: {
    readonly all: number;
    readonly admins: number;
    /** Users whose email address is not confirmed. */
    readonly unconfirmed: number;
    readonly disabled: number;
    /** Accounts that registered in each of the twelve months, deleted ones included. */
    readonly joined: readonly { readonly period: CivilMonth; readonly users: number }[];
  };
  /** Mails that could not be sent at least once, and those that still wait. */
  readonly failedMails: { readonly all: number; readonly open: number };
  readonly vitals: readonly PageVital[];
  readonly webhooks: {
    /** Where messages go: to Svix, nowhere but to this machine, or nowhere at all. */
    readonly provider: 'svix' | 'local' | 'none';
    /** Messages that were refused at least once, and those that still are. */
    readonly refused: { readonly all: number; readonly open: number };
    /** Messages that are not published yet, and for how many seconds the first of them has waited. */
    readonly waiting: number;
    readonly lagSeconds: number;
  };
}
