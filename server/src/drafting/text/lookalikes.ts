const pairs =
  'аa вb еe кk мm нh оo рp сc тt уy хx іi їi јj ѕs ԁd ԛq ԝw ӏl һh ɡg ɑa ɩi ʟl αa βb εe ηn ιi κk μu νv οo ρp τt υu χx γy ωw ϲc ' +
  'ıi łl øo đd ħh ŧt ƙk ƅb ɓb ɗd ƒf ɦh ɨi ɭl ɱm ɲn ɳn ƥp ʠq ɽr ʂs ƭt ʋv ɯw ʏy ʐz ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz ' +
  'ßss æae œoe þth ðd əe ɛe ɔc ʌa ϳj ѵv ԍg ьb зs';

/** Letters that look like Latin ones, each with the Latin letter. */
export const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.split(' ').map((pair) => {
    const [from = ''] = pair;
    return [from, pair.slice(from.length)];
  }),
);
