/** The parts of Playwright's interface that flows use in each engine. */

interface RequestOptions {
  readonly data?: object;
  readonly headers?: Record<string, string>;
}

export interface TextOptions {
  readonly exact?: boolean;
}

export interface RoleOptions extends TextOptions {
  readonly name?: string | RegExp;
  readonly level?: number;
  readonly includeHidden?: boolean;
}

export interface Filter {
  readonly hasText?: string | RegExp;
  readonly visible?: boolean;
}

export interface Finder<Found> {
  getByRole(role: string, options?: RoleOptions): Found;
  getByLabel(text: string | RegExp, options?: TextOptions): Found;
  getByText(text: string | RegExp, options?: TextOptions): Found;
  locator(selector: string): Found;
}

export interface Found<Locator> {
  filter(filter?: Filter): Locator;
  or(other: EngineLocator): Locator;
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

export interface EngineLocator extends Finder<EngineLocator>, Found<EngineLocator>, Element {}

export interface EnginePage extends Finder<EngineLocator> {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  waitForURL(isWanted: (url: URL) => boolean): Promise<void>;
  goBack(): Promise<unknown>;
  goForward(): Promise<unknown>;
  evaluate<Result>(read: () => Result): Promise<Result>;
  waitForFunction(read: () => unknown): Promise<unknown>;
  readonly request: { post(path: string, options?: RequestOptions): Promise<unknown> };
  readonly keyboard: { type(text: string): Promise<void> };
}
