/** Keeps typed values over a reload, which all browsers but WebKit do. */
import { isChanged, isChoice, keyedFields } from '../shell/keyed-fields.ts';

/** Fields of another account's forms have other keys. */
const STORAGE_KEY = 'typed';

type Typed = readonly [key: string, value: string, isChecked: boolean];

export function storeTypedValues(): void {
  const typed = keyedFields().flatMap(({ field, key }): Typed[] =>
    isChanged(field) && !/password|file/.test(field.type) ? [[key, field.value, isChoice(field) && field.checked]] : [],
  );
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(typed));
  } catch {
    // Without storage, they are typed again.
  }
}

/** As their visitor would. */
export function restoreTypedValues(): void {
  try {
    const typed = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Typed[];
    sessionStorage.removeItem(STORAGE_KEY);
    for (const { field, key } of typed.length > 0 ? keyedFields() : []) {
      const [, value, isChecked] = typed.find(([stored]) => stored === key) ?? [];
      if (value === undefined) continue;
      if (!isChoice(field)) field.value = value;
      else if (isChecked !== field.checked) field.click();
      if (isChecked) field.closest('details')?.setAttribute('open', '');
    }
  } catch {
    // Without storage, there are none.
  }
}
