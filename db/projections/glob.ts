/** The pattern of SQLite's GLOB for texts that contain this one. */
export function containing(text: string): string {
  return `*${text.replaceAll(/[*?[]/g, '[$&]')}*`;
}
