import type { Page } from 'playwright-core';

declare global {
  /** Texts that the page wrote into nodes that are no longer in the document. */
  var unseenTexts: string[];
}

/**
 * Does to the page what Chrome's translator does: it replaces each text node, also those to come, by `<font><font>text</font></font>`. The
 * words stay as they are.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(replaceTexts);
}

/** What React has written since then where visitors can't see it. */
export async function unseenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => globalThis.unseenTexts);
}

function replaceTexts(): void {
  const KEPT = 'font, script, style, noscript, textarea, title, option, svg';
  const replace = (text: Node) => {
    if (!text.nodeValue?.trim() || text.parentElement?.closest(KEPT) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.parentElement.replaceChild(outer, text);
  };
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };

  const unseen: string[] = [];
  globalThis.unseenTexts = unseen;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string) {
      if (!this.isConnected) unseen.push(value);
      nodeValue.set?.call(this, value);
    },
  });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) replaceIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  replaceIn(document.body);
}
