import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Slot } from '#shared/availability.ts';
import { rpcPath } from '#shared/rpc.ts';
import { sessionTypeOf } from '#shared/session-type.ts';
import { type Visit, type Visitor, launch, visit } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';
import { Shop } from './shop.ts';

/** What Chromium itself says of an answer that is no success. */
const STATUS_NOTE = /^Failed to load resource/;

const STRANGER = {
  area: 'Ventura',
  tasks: [],
  address: '1 Main Street',
  name: 'Stranger',
  email: 'stranger@example.com',
  phone: '805 555 0199',
  notes: '',
} as const;

/** A shop with the limits of production, behind a proxy that says where each request comes from. */
export class LimitedShop extends Shop {
  #server: RunningServer | null = null;
  #browser: Browser | null = null;

  override get origin(): string {
    assert.ok(this.#server);
    return this.#server.origin;
  }

  override async open(): Promise<void> {
    const server = startServer({ LOG_LEVEL: 'warn', TRUSTED_PROXY: 'forwarded-for' });
    [this.#server, this.#browser] = await Promise.all([server, launch()]);
  }

  override async close(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.stop();
  }

  override async visit(options: Visit = {}): Promise<Visitor> {
    assert.ok(this.#browser);
    const visitor = await visit(this.#browser, this.origin, options);
    onTestFinished(async () => {
      await visitor.context.close();
      const complaints = visitor.complaints.filter((complaint) => !STATUS_NOTE.test(complaint));
      assert.deepEqual(complaints, []);
    });
    return visitor;
  }

  /** A stranger at an address begins to book. */
  holdFrom(address: string, { date, claim }: Slot): Promise<Response> {
    const service = sessionTypeOf(claim);
    return this.callFrom(address, rpcPath('hold'), { ...STRANGER, service, date, claim, key: crypto.randomUUID() });
  }

  /** Sends a call from an address. */
  callFrom(address: string, path: string, input: object): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(input),
    });
  }
}

/** An address that shares not even its widest network with that of another index. */
export function farAddress(index: number): string {
  return `2001:${(index + 1).toString(16)}::1`;
}

/** A limited shop that is open while the tests of the file run. */
export function openLimitedShop(): LimitedShop {
  const shop = new LimitedShop();
  beforeAll(() => shop.open());
  afterAll(() => shop.close());
  return shop;
}
