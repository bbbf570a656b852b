import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Link as Anchor } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { headerLine } from '#shared/control-characters.ts';
import type { Block, Business, Letter, Link } from './letter.ts';
import { contact, imprint, safeUrl } from './letter-text.ts';
import { ACCENT, FONT, INK, OUTLOOK, PAPER, PENCIL, SHEET, STYLES, textStyle } from './look.ts';
import { Facts, LayoutTable, TicketSheet, unbroken } from './ticket.tsx';

/** Only what mail programs support: tables, inline colors, no images, no scripts. */
export function letterHtml(letter: Letter, business: Business): string {
  const markup = renderToStaticMarkup(<LetterPage letter={letter} business={business} />);
  return `<!doctype html>${markup.replace('</head>', `${OUTLOOK}</head>`)}`;
}

function LetterPage({ letter, business }: { readonly letter: Letter; readonly business: Business }) {
  const { to, subject, preview, heading, blocks } = letter;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{headerLine(subject)}</title>
        {STYLES.map((style) => (
          <style key={style}>{style}</style>
        ))}
      </Head>
      <Body style={{ margin: 0, padding: 0 }}>
        <Preview>{headerLine(preview)}</Preview>
        <LayoutTable className="m-paper" style={{ backgroundColor: PAPER }}>
          <tr>
            <td style={{ padding: '24px 16px 32px' }}>
              <Container className="m-letter" style={{ maxWidth: 560 }}>
                <Paragraph style={{ margin: '0 0 24px', fontWeight: 700 }}>
                  <Anchor
                    href={safeUrl(business.url)}
                    className="m-ink"
                    style={{ color: INK, textDecorationLine: 'none' }}
                  >
                    {headerLine(business.name)}
                  </Anchor>
                </Paragraph>
                <h1 className="m-ink" style={{ ...textStyle(26, 32), margin: '0 0 12px', color: INK }}>
                  {headerLine(heading)}
                </h1>
                {blocks.map((block, index) => (
                  <BlockPart key={index} block={block} />
                ))}
                <Text className="m-pencil" style={{ ...textStyle(14, 21), margin: '32px 0 0', color: PENCIL }}>
                  {(to === 'customer' ? [contact(business), ...imprint(business)] : [business.name]).map((line) => (
                    <Fragment key={line}>
                      {headerLine(line)}
                      <br />
                    </Fragment>
                  ))}
                  <Anchor
                    href={safeUrl(business.url)}
                    className="m-pencil"
                    style={{ color: PENCIL, textDecorationLine: 'underline' }}
                  >
                    {new URL(business.url).host}
                  </Anchor>
                </Text>
              </Container>
            </td>
          </tr>
        </LayoutTable>
      </Body>
    </Html>
  );
}

function Paragraph({ children, style }: { readonly children: ReactNode; readonly style?: React.CSSProperties }) {
  return (
    <Text className="m-ink" style={{ ...textStyle(16, 25), margin: '0 0 16px', color: INK, ...style }}>
      {children}
    </Text>
  );
}

function BlockPart({ block }: { readonly block: Block }) {
  if (typeof block === 'string') return <Paragraph>{unbroken(block)}</Paragraph>;
  if ('ticket' in block) return <TicketSheet ticket={block.ticket} />;
  if ('facts' in block) return <Facts facts={block.facts} />;
  return 'actions' in block ? <Actions links={block.actions} /> : <Choices links={block.choices} />;
}

const BUTTON = {
  padding: '12px 18px',
  borderRadius: 3,
  border: `1px solid ${ACCENT}`,
  fontFamily: FONT,
  fontSize: 16,
  fontWeight: 600,
} as const;

function Actions({ links }: { readonly links: readonly Link[] }) {
  return (
    <div style={{ margin: '0 0 14px' }}>
      {links.map(({ words, url }, index) => (
        <Button
          key={url}
          href={safeUrl(url)}
          className={index === 0 ? 'm-action m-button' : 'm-action m-outline'}
          style={{
            ...BUTTON,
            margin: '0 12px 12px 0',
            ...(index === 0 ? { backgroundColor: ACCENT, color: SHEET } : { color: ACCENT }),
          }}
        >
          {unbroken(words)}
        </Button>
      ))}
    </div>
  );
}

function Choices({ links }: { readonly links: readonly Link[] }) {
  return (
    <div style={{ margin: '0 0 16px' }}>
      {links.map(({ words, url }) => (
        <div key={url} style={{ margin: '0 0 8px' }}>
          <Button
            href={safeUrl(url)}
            className="m-outline"
            style={{ ...BUTTON, display: 'block', maxWidth: 320, color: ACCENT }}
          >
            {unbroken(words)}
          </Button>
        </div>
      ))}
    </div>
  );
}
