/** A part of code with its kind. Plain text has no kind. */
export interface CodePart {
  readonly text: string;
  readonly kind?: 'string' | 'name' | 'number' | 'word' | 'comment' | 'variable';
}

const JSON_PARTS =
  /(?<name>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g;
const SHELL_PARTS =
  /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<variable>\$\w+|^\w+(?==))|(?<word>(?<=^|[\s|(])(?:curl|sed|npx|npm|cardwright|export|openssl|date)\b|(?<=\s)--?[A-Za-z][\w-]*)/gm;
const SCRIPT_PARTS =
  /(?<comment>\/\/[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<word>\b(?:import|from|export|const|let|new|await|async|return|if|else|for|of|function|type|interface|true|false|null|undefined)\b)|(?<number>\b\d[\d_]*(?:\.\d+)?\b)/g;

const GRAMMARS: Readonly<Record<string, RegExp>> = {
  json: JSON_PARTS,
  sh: SHELL_PARTS,
  ts: SCRIPT_PARTS,
  js: SCRIPT_PARTS,
};

/** Splits code into parts for color. Code of an unknown language is one part. */
export function highlight(text: string, language: string | undefined): CodePart[] {
  const grammar = GRAMMARS[language ?? ''];
  if (grammar === undefined) return [{ text }];
  const parts: CodePart[] = [];
  let end = 0;
  for (const { 0: match, index, groups = {} } of text.matchAll(grammar)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as CodePart['kind'];
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: match, ...(kind && { kind }) });
    end = index + match.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
