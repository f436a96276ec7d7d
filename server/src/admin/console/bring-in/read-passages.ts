import { offerOf } from './small-words.ts';

/** A part of a pasted text: an answer with its questions, or a paragraph that answers none. */
export interface Passage {
  readonly questions: readonly string[];
  /** The lines of the answer or the paragraph; empty if a question has no answer. */
  readonly lines: readonly string[];
  /** The heading above the passage; null if there is none. */
  readonly section: string | null;
}

const longestQuestion = 300;
const longestHeading = 60;
const asker = /^(?:q|question|fan|them|customer|client|follower|buyer)\s*\d{0,3}\s*[:.)]\s+/i;
const answerer = /^(?:a|answer|me|you|us|creator|reply|response)\s*\d{0,3}\s*[:.)]\s+/i;
/** Matches the marker before a line of a list, a quotation or a numbering. */
const ornament = /^(?:>\s*|[-*•–·]\s+|\(?\d{1,3}[.)]\s+)+/;
/** Matches a question that is followed by its answer on the same line. */
const inOneLine = /^([^?\t|]{4,298}\?)[*_"”']*\s*(?:[\t|:–—-]\s*)?(\S.{3,})$/;

interface Line {
  readonly text: string;
  /** `short` is a heading, unless the line is directly below a question. */
  readonly kind: 'question' | 'answer' | 'heading' | 'short' | 'plain' | 'blank';
}

/**
 * Cuts a pasted text into passages: a list of questions and answers, past replies, a page's text, or any sequence of
 * these.
 */
export function readPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  let questions: string[] = [];
  let lines: string[] = [];
  let section: string | null = null;
  let isParted = false;
  const end = () => {
    if (questions.length > 0 || lines.length > 0) passages.push({ questions, lines, section });
    questions = [];
    lines = [];
    isParted = false;
  };
  for (const line of linesOf(text)) {
    if (line.kind === 'blank') {
      // Blank lines may separate an answer from its question, or divide the answer into paragraphs. The next question
      // ends the answer.
      if (questions.length === 0) end();
      isParted = true;
    } else if (line.kind === 'short' && questions.length > 0 && lines.length === 0 && !isParted) {
      // For example, "Do you take returns?" with "30 days" below it.
      lines.push(line.text);
    } else if (line.kind === 'heading' || line.kind === 'short') {
      end();
      section = line.text;
    } else if (line.kind === 'question') {
      if (lines.length > 0 || isParted) end();
      questions.push(line.text);
    } else if (line.kind === 'answer' && questions.length === 0) {
      end();
      lines.push(line.text);
    } else {
      // A price list below the last answer belongs to no question.
      if (isParted && lines.length > 0 && offerOf(line.text) !== null) end();
      lines.push(line.text);
    }
  }
  end();
  return passages;
}

function* linesOf(text: string): Generator<Line> {
  for (const raw of text.normalize('NFC').split(/\r\n?|\n/)) {
    const whole = raw.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '').trim();
    const isMarked = /^#{1,6}\s/.test(whole) || /^(\*\*|__)[^*_]+\1:?$/.test(whole);
    const bare = whole.replace(/^#{1,6}\s+/, '').replaceAll(/\*\*|__/g, '');
    const said = bare.replace(ornament, '').trim();
    if (said === '' || /^[-=*_\s|]+$/.test(said)) yield { kind: 'blank', text: '' };
    else yield* lineOf(said, isMarked);
  }
}

function* lineOf(said: string, isMarked: boolean): Generator<Line> {
  const asked = said.replace(asker, '');
  const answered = said.replace(answerer, '');
  if (answered !== said) yield { kind: 'answer', text: answered };
  else if (isQuestion(asked)) yield { kind: 'question', text: asked };
  else {
    const [, question, answer] = inOneLine.exec(asked) ?? [];
    if (question !== undefined && answer !== undefined && isQuestion(question)) {
      yield { kind: 'question', text: question };
      yield { kind: 'plain', text: answer.replace(answerer, '') };
    } else if (asked !== said && asked.length <= longestQuestion) yield { kind: 'question', text: asked };
    else if (isMarked || isHeading(said)) yield { kind: isMarked ? 'heading' : 'short', text: said.replace(/:$/, '') };
    else yield { kind: 'plain', text: said };
  }
}

function isQuestion(text: string): boolean {
  return text.length <= longestQuestion && text.length > 3 && /^[^?]*\?[\s"”'*_]*$/.test(text) && !/[.!]\s/.test(text);
}

/** Returns true if a line is short and neither ends like a sentence nor names a price. */
function isHeading(text: string): boolean {
  return text.length <= longestHeading && /^[\p{Lu}\d][^.!?,;€$£]*$/u.test(text) && text.split(' ').length <= 5;
}
