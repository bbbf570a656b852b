import { Link as Anchor } from '@react-email/link';
import { Fragment } from 'react';
import type { Fact, Ticket } from './letter.ts';
import { safeUrl } from './letter-text.ts';
import { Ruler } from './ruler.tsx';
import { ACCENT, EDGE, FONT, INK, LINE, PENCIL, SHEET } from './look.ts';
import { bodyText } from '#shared/control-characters.ts';

export function TicketSheet({ ticket }: { readonly ticket: Ticket }) {
  return (
    <table
      role="presentation"
      className="m-sheet"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{
        margin: '4px 0 24px',
        border: `1px solid ${EDGE}`,
        borderRadius: 2,
        borderCollapse: 'separate',
        backgroundColor: SHEET,
      }}
    >
      <tbody>
        <tr>
          <td style={{ padding: 5 }}>
            <TicketFrame ticket={ticket} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function TicketFrame({ ticket }: { readonly ticket: Ticket }) {
  const { title, day, hours, booked, facts, note } = ticket;
  return (
    <table
      role="presentation"
      className="m-frame"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ border: `1px solid ${INK}`, borderCollapse: 'separate' }}
    >
      <tbody>
        <tr>
          <td
            className="m-frame"
            style={{ padding: '14px 14px 12px', borderBottom: `1px solid ${INK}`, fontFamily: FONT }}
          >
            <p className="m-pencil" style={{ margin: 0, color: PENCIL, fontSize: 14, lineHeight: '20px' }}>
              {unbroken(title)}
            </p>
            <p
              className="m-ink"
              style={{ margin: '2px 0 0', color: INK, fontSize: 20, lineHeight: '28px', fontWeight: 700 }}
            >
              {unbroken(day)}
            </p>
            <p className="m-ink" style={{ margin: '0 0 14px', color: INK, fontSize: 16, lineHeight: '25px' }}>
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
            style={{
              padding: '10px 14px 12px',
              borderTop: `1px solid ${INK}`,
              color: PENCIL,
              fontFamily: FONT,
              fontSize: 14,
              lineHeight: '21px',
            }}
          >
            {unbroken(note)}
          </td>
        </tr>
      </tbody>
    </table>
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
                  <Lines text={value} />
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

const CELL = {
  padding: '9px 0',
  verticalAlign: 'top',
  fontFamily: FONT,
  fontSize: 15,
  lineHeight: '22px',
} as const;

const RULED = { ...CELL, borderTop: `1px solid ${LINE}` } as const;

function Lines({ text }: { readonly text: string }) {
  return unbroken(text)
    .split('\n')
    .map((line, index) => (
      <Fragment key={index}>
        {index === 0 ? null : <br />}
        {line}
      </Fragment>
    ));
}

/** Keeps an hour and its `am` or `pm` on one line. */
export function unbroken(text: string): string {
  return bodyText(text).replaceAll(/(?<=\d) (?=[ap]m\b)/g, '\u00a0');
}
