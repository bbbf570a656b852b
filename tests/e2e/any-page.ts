/**
 * The parts of Playwright's interface that tests use. `Base...`: in each browser. `Rendered...`: in Chromium, Firefox and WebKit. `Any...`: in
 * Chromium and in the plain browser (`plain/`).
 */

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for the end of the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

export interface AnyResponse {
  status(): number;
  text(): Promise<string>;
  headers(): Record<string, string>;
}

interface RequestOptions {
  readonly data?: object;
  readonly headers?: Record<string, string>;
}

/** Sends requests with the cookies of a browser. */
export interface AnyRequests {
  get(path: string, options?: RequestOptions): Promise<AnyResponse>;
  post(path: string, options?: RequestOptions): Promise<AnyResponse>;
}

export interface TextOptions {
  readonly exact?: boolean;
}

export interface RoleOptions extends TextOptions {
  readonly name?: string | RegExp;
  readonly level?: number;
  readonly includeHidden?: boolean;
}

export interface BaseFilter {
  readonly hasText?: string | RegExp;
  readonly visible?: boolean;
}

export interface Filter extends BaseFilter {
  readonly has?: AnyLocator;
  readonly hasNotText?: string | RegExp;
}

export interface Finder<Found> {
  getByRole(role: string, options?: RoleOptions): Found;
  getByLabel(text: string | RegExp, options?: TextOptions): Found;
  getByText(text: string | RegExp, options?: TextOptions): Found;
  locator(selector: string): Found;
}

export interface Found<Locator> {
  filter(filter?: BaseFilter): Locator;
  or(other: BaseLocator): Locator;
  first(): Locator;
  last(): Locator;
}

interface Element {
  count(): Promise<number>;
  waitFor(options?: { state?: 'detached' | 'visible' }): Promise<void>;
  isVisible(): Promise<boolean>;
  isChecked(): Promise<boolean>;
  inputValue(): Promise<string>;
  innerText(options?: { timeout?: number }): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  evaluate<Result>(read: (element: HTMLElement) => Result): Promise<Result>;

  click(): Promise<void>;
  check(): Promise<void>;
  fill(value: string): Promise<void>;
  selectOption(label: string): Promise<unknown>;
  setInputFiles(path: string): Promise<void>;
}

export interface BaseLocator extends Finder<BaseLocator>, Found<BaseLocator>, Element {}

export interface AnyLocator extends Finder<AnyLocator>, Found<AnyLocator>, Element {
  filter(filter?: Filter): AnyLocator;
  and(other: AnyLocator): AnyLocator;
  all(): Promise<AnyLocator[]>;
  getAttribute(name: string): Promise<string | null>;
  waitFor(options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden' }): Promise<void>;
}

export interface BasePage extends Finder<BaseLocator> {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  waitForURL(isWanted: (url: URL) => boolean): Promise<void>;
}

export interface RenderedPage extends BasePage {
  goBack(): Promise<unknown>;
  goForward(): Promise<unknown>;
  evaluate<Result>(read: () => Result): Promise<Result>;
  waitForFunction(read: () => unknown): Promise<unknown>;
  readonly request: { post(path: string, options?: RequestOptions): Promise<unknown> };
  readonly keyboard: { type(text: string): Promise<void> };
}

export interface AnyPage extends Omit<BasePage, keyof Finder<AnyLocator>>, Finder<AnyLocator> {
  goto(url: string): Promise<AnyResponse | null>;
  reload(): Promise<AnyResponse | null>;
  url(): string;
  waitForURL(url: string | RegExp | ((url: URL) => boolean)): Promise<void>;
  content(): Promise<string>;
  context(): AnyContext;
  readonly request: AnyRequests;
}

export interface AnyContext {
  newPage(): Promise<AnyPage>;
  cookies(): Promise<Cookie[]>;
  addCookies(cookies: readonly Cookie[]): Promise<void>;
  clearCookies(options?: { name?: string | RegExp }): Promise<void>;
  setExtraHTTPHeaders(headers: Record<string, string>): Promise<void>;
  close(): Promise<void>;
  readonly request: AnyRequests;
}
