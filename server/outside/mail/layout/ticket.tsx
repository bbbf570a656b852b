import { Link as Anchor } from '@react-email/link';
import { type ComponentProps, Fragment } from 'react';
import { type Hours, OPENING_HOURS } from '#shared/booking/session-type.ts';
import type { Fact, Ticket } from './letter.ts';
import { safeUrl } from './letter-text.ts';
import { ACCENT, EDGE, INK, LINE, PENCIL, SHEET, textStyle } from './look.ts';
import { bodyText } from '#shared/control-characters.ts';

/** Mail programs place things by tables alone. */
export function LayoutTable({ children, ...table }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} {...table}>
      <tbody>{children}</tbody>
    </table>
  );
}

export function TicketSheet({ ticket }: { readonly ticket: Ticket }) {
  return (
    <LayoutTable
      className="m-sheet"
      style={{
        margin: '4px 0 24px',
        border: `1px solid ${EDGE}`,
        borderRadius: 2,
        borderCollapse: 'separate',
        backgroundColor: SHEET,
      }}
    >
      <tr>
        <td style={{ padding: 5 }}>
          <TicketFrame ticket={ticket} />
        </td>
      </tr>
    </LayoutTable>
  );
}

function TicketFrame({ ticket }: { readonly ticket: Ticket }) {
  const { title, day, hours, booked, facts, note } = ticket;
  return (
    <LayoutTable className="m-frame" style={{ border: `1px solid ${INK}`, borderCollapse: 'separate' }}>
      <tr>
        <td className="m-frame" style={{ padding: '14px 14px 12px', borderBottom: `1px solid ${INK}` }}>
          <p className="m-pencil" style={{ ...textStyle(14, 20), margin: 0, color: PENCIL }}>
            {unbroken(title)}
          </p>
          <p className="m-ink" style={{ ...textStyle(20, 28), margin: '2px 0 0', color: INK, fontWeight: 700 }}>
            {unbroken(day)}
          </p>
          <p className="m-ink" style={{ ...textStyle(16, 25), margin: '0 0 14px', color: INK }}>
            {unbroken(hours)}
          </p>
          <Ruler booked={booked} />
        </td>
      </tr>
      <tr>
        <td style={{ padding: '0 14px' }}>
          <Facts facts={facts} isFramed />
        </td>
      </tr>
      <tr>
        <td
          className="m-pencil m-frame"
          style={{ ...textStyle(14, 21), padding: '10px 14px 12px', borderTop: `1px solid ${INK}`, color: PENCIL }}
        >
          {unbroken(note)}
        </td>
      </tr>
    </LayoutTable>
  );
}

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Whether a line stands above the first fact already. */
  readonly isFramed?: boolean;
}

export function Facts({ facts, isFramed = false }: FactsProps) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: isFramed ? 0 : '8px 0' }}>
      <tbody>
        {facts.map(({ label, value, url }, index) => {
          const cell = isFramed && index === 0 ? CELL : RULED;
          return (
            <tr key={label}>
              <th
                scope="row"
                className="m-pencil m-line"
                align="left"
                style={{ ...cell, width: 100, paddingRight: 12, color: PENCIL, fontWeight: 400 }}
              >
                {label}
              </th>
              <td className="m-ink m-line" style={{ ...cell, color: INK, wordBreak: 'break-word' }}>
                {url === undefined ? (
                  <Lines value={value} />
                ) : (
                  <Anchor
                    href={safeUrl(url)}
                    className="m-accent"
                    style={{ color: ACCENT, textDecorationLine: 'underline' }}
                  >
                    {unbroken(value)}
                  </Anchor>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const CELL = { ...textStyle(15, 22), padding: '9px 0', verticalAlign: 'top' } as const;

const RULED = { ...CELL, borderTop: `1px solid ${LINE}` } as const;

function Lines({ value }: { readonly value: string }) {
  return unbroken(value)
    .split('\n')
    .map((line, index) => (
      <Fragment key={index}>
        {index === 0 ? null : <br />}
        {line}
      </Fragment>
    ));
}

/** Keeps an hour and its `am` or `pm` on one line. */
export function unbroken(words: string): string {
  return bodyText(words).replaceAll(/(?<=\d) (?=[ap]m\b)/g, '\u00a0');
}

const { start, end } = OPENING_HOURS;
const HOURS = Array.from({ length: end - start }, (_, index) => start + index);

/** Below this width, the end of the day is labeled right-aligned. */
const LAST_MARK_HOURS = 2;

const TICK = `1px solid ${EDGE}`;
const HOUR_CELL = { height: 14, borderTop: TICK, borderBottom: TICK, borderLeft: TICK, fontSize: 1, lineHeight: '1px' };
const MARK = { ...textStyle(13, 18), padding: '3px 0 0', color: PENCIL };

function hourWords(hour: number): string {
  if (hour === 12) return 'noon';
  return hour < 12 ? `${hour} am` : `${hour - 12} pm`;
}

/** One cell an hour. Repeats what the text beside it says. */
function Ruler({ booked }: { readonly booked: Hours }) {
  const marks = [start, ...[booked.start, booked.end].filter((hour) => hour !== start && hour !== end)];
  return (
    <LayoutTable aria-hidden style={{ tableLayout: 'fixed' }}>
      <tr>
        {HOURS.map((hour) => {
          const isBooked = booked.start <= hour && hour < booked.end;
          return (
            <td
              key={hour}
              height={14}
              className={isBooked ? 'm-booked m-tick' : 'm-tick'}
              style={{
                ...HOUR_CELL,
                ...(hour === end - 1 && { borderRight: TICK }),
                ...(isBooked && { backgroundColor: ACCENT }),
              }}
            >
              {'\u00a0'}
            </td>
          );
        })}
      </tr>
      <tr>
        {marks.map((hour, index) => (
          <td key={hour} colSpan={(marks[index + 1] ?? end - LAST_MARK_HOURS) - hour} className="m-pencil" style={MARK}>
            {hourWords(hour)}
          </td>
        ))}
        <td colSpan={LAST_MARK_HOURS} className="m-pencil" align="right" style={MARK}>
          {hourWords(end)}
        </td>
      </tr>
    </LayoutTable>
  );
}
