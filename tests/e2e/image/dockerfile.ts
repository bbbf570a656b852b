/** The `Dockerfile` as data, as far as this product's own uses the language. */

export interface Instruction {
  /** In capital letters. */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  /** What later stages copy from it by; null for the last. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** The stages in order. Throws for a line that is no instruction. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) throw new Error(`not an instruction: ${line}`);
    if (name === 'FROM') {
      const [, base, stage = null] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
      if (base === undefined) throw new Error(`not a stage: ${line}`);
      stages.push({ base, name: stage, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`an instruction before the first stage: ${line}`);
      stage.instructions.push({ name, text });
    }
  }
  return stages;
}

/** The texts of a stage's instructions of one name. */
export function textsOf({ instructions }: Stage, name: string): string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** The variables that a stage sets. */
export function variablesOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(' '));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** The words of an instruction in its JSON form, such as `CMD ["node", "main.js"]`. */
export function wordsOf(stage: Stage, name: string): string[] {
  const [text = '[]'] = textsOf(stage, name);
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
