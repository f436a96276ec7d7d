import { ruleBook } from './patterns.ts';
import type { Token } from './tokens.ts';

/**
 * Turns of phrase in which people ask, whatever they ask about: beside them nothing is named and nothing turned. None may hold a
 * condition that can be otherwise, a person but the two who write, a time, a number, a thing or a "not" that is meant.
 */
const turns = [
  // Leading up to it
  'i was ~1 wondering|curious|thinking if|whether?',
  'im|i|we ~1 wondering|curious if|whether?',
  'just|quick wondering|question|q|one',
  'i wonder if|whether?',
  'i|we wanted|want|need|wanna to know|ask|find|check|hear if|whether|out?',
  'i|id|we|wed ~1 like|love|need to know|hear|ask if|whether?',
  'can|could|would|will you ~1 tell me|us',
  'can|could|may i|we ask|check|know if|whether?',
  'do you ~1 happen to',
  'do you ~1 know if|whether?',
  'do you mind telling|saying|me|if asking|i|ask?',
  'let me know if|whether?',
  'any idea|clue|chance|word|news|info|information|details on|of|about|if|whether?',
  'is|are there any|a chance|way|possibility of|to|that?',
  'is it ok|okay|possible|fine|alright|allowed if|to|for?',
  'would|is that|it be ok|okay|possible|fine|alright',
  'would it be possible|ok|okay|fine|alright to|if?',
  'by any chance',
  'by the way',
  'out of interest|curiosity',
  'if possible',
  'if its|thats possible|ok|okay|fine|alright',
  'if you dont|do mind',
  'if you can|could',
  'if i may',
  'if i can ask',
  'if so',
  'if any',
  'if at all possible',
  'if need be',
  'as far as',
  'as soon as possible',
  'when it comes to',
  'with regard|regards to',
  'in terms of',
  'in regard|regards to',
  'regarding|concerning|re',
  'speaking|talking of',
  'in general',
  'in total',
  'in all',
  'at all $',
  'for sure',
  'so far',
  'as well $',
  'or something|anything|so|whatever $',
  'or not $',
  'or what $',
  'or no|nah $',
  'though|tho|please|exactly|roughly|actually|anyway $',
  'you know',
  'i mean',
  'i guess|suppose|think',
  // Asking the price
  'what|whats|how much ~2 set|sets me|us|you|one back',
  'set me|us|you|one back',
  'whats|what is|are the damage',
  'what|how much ~3 come|comes to $',
  'what ~2 it run|cost me|us',
  'what am i looking at',
  'how much are we talking',
  // Asking for the matter
  'whats|what is|are the|your deal|story|situation|scoop|word|status with|on|about|behind|for?',
  'how does|do that|this|it|things work',
  'how do|does|would|can|could i|we|one|someone|you go about',
  'how do|can|could i|we get hold of',
  'what do|should|can|must i|we do $',
  'what can|could i|we do about|if?',
  'what happens|happened if|when',
  'what if',
  'what about',
  'how about',
  'what ~1 up with',
  'please help me|us?',
  'help me|us? out? please? $',
  'can|could you|u help me|us? out? with?',
  'need|some help with?',
  'get|got to the bottom',
  'where ~1 do|can|could|would|should i|we|one turn',
  'old enough',
  'sign|signing|signed up|me|us up?',
  'how many|long|much ~1 years|months|weeks|days|hours|minutes',
  'what|which ~1 year|month|week|day|days|date|dates|time|times',
  'how high|low|big|large|long|heavy|tall|wide|far is|are|was',
  'how far in? advance|ahead|beforehand',
] as const;

/** All that a call for help says beside the trouble that it is about. */
const calls = [
  'so|and|please|pls|plz|thanks|thx|cheers',
  'what|wat do|should|can|could|must|to? i|we|you? do? now|here|next|then? please?',
  'what now|next',
  'help me|us? out? please?',
  'please help',
  'can|could|would you|u|anyone|somebody please? help me|us? out? with? this|that|it?',
  'any|some tips|tip|advice|ideas|idea|help|thoughts|suggestions|clue|solution|fix',
  'how do|can|could|should i|we|you fix|solve|sort|repair|change this|that|it? out?',
  'is there anything|something ~1 i|we can do',
  'what am i|we doing wrong',
  'couple|a couple of? quick? questions|things|ones',
  'two|three quick? questions|things|ones',
  'right|ok|okay|so|hm|hmm|well|alright',
] as const;

/** Whether a clause calls for help, or for attention, and names nothing. */
export function onlyCalls(list: readonly Token[], from: number, to: number): boolean {
  const found = callTurns.find(list, from, to);
  for (let at = from; at < to; at++) if (!found.some((hit) => hit.from <= at && at < hit.to)) return false;
  return true;
}

const callTurns = ruleBook(calls.map((pattern) => ({ id: 'call', pattern, weight: 1 })));

export const askingTurns = ruleBook(turns.map((pattern) => ({ id: 'turn', pattern, weight: 1 })));
