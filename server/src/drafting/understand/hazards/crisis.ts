import type { HazardRules } from './hazard-rules.ts';

const family = 'he|she|they|dad|father|mom|mum|mother|stepdad|stepfather|husband|boyfriend|partner|wife|ex|uncle|brother';

export const crisis: HazardRules = {
  category: 'crisis',
  block: [
    'hes|shes|theyre|hell|hed ~1 going|gonna|trying|kill|hurt ~2 kill|hurt|hit|beat|find ~1 me', 'kill|hurt|beat me if|when ~1 he|she|they|i', 'against my will', 'pills ~1 ready', 'got|have ~1 the pills', 'last night ~1 on earth|alive|here', 'last day on earth', 'going to jump $', 'gonna jump $', 'dont|cant|cannot ~1 see ~1 reason|point to|in ~1 keep|go|live|going|living|anything', 'cares ~1 if i ~1 live|die|exist|am', 'wanna|want|gonna|going ~1 end things $', 'want it ~1 to ~1 be over', 'comes into my ~1 room', 'kill|killing my self', 'everything hurts', 'me tuer', 'nicht mehr leben', 'i wish i ~1 could ~1 just ~1 disappear|die|sleep', 'wont see ~1 tomorrow|morning', 'ready to ~1 go|die ~1 for good|now|tonight $', 'writing ~1 my ~1 goodbye*|will|letters', 'cut*|hurt* myself', 'hurts me ~ when|and|every|at', 'touches|touched|touching me ~ at|when|and|there|inappropriately', 'end my suffering', 'i want out ~1 of this life', 'cant live like|anymore|without|with ~1 this|pain|myself',
    'kill|killing|killed|hurt|hurting|harm|harming|hang|hanging|drown|drowning|unalive|starve|starving|stab|off|offing ~1 myself|mysel',
    'cut|cutting myself', 'shoot myself', 'cutting again', 'relapsed ~ cutting|harm*',
    'gonna|wanna|want|to|will|ima|imma|might|ill kms', '^ kms', 'kms $', 'suicid*', 'suicde', 'sewerslide', 'unalive|unaliving ~1 me|myself', 'wanna|want|gonna|to ~1 unalive',
    'end|ending ~1 my ~1 life', 'take|taking my own life', 'take|taking my life $', 'end it all', 'ending it all', 'end|ending it tonight|today|now|soon|for', 'ending things tonight|today',
    'want|wanna|wish|ready|rather|hoping|planning|trying|deserve|prefer ~ die|dying|perish', 'want|wanna|rather ~2 be dead', 'want|wanna ~1 disappear', 'i wish i was|were ~1 dead|gone|never', 'wish i ~1 wasnt|werent|not ~1 born|alive|here',
    'better off ~ dead|without me', 'world ~ better without me', 'everyone ~2 better off',
    'dont|dunno|not|no|cant ~2 want|wanna|wish ~2 live $|anymore|any|like|longer', 'dont|not|no|cant ~2 want|wanna|wish ~2 be ~1 alive|here', 'dont|not|no|cant ~2 want|wanna|wish ~2 exist*|wake', 'no longer want|wish to ~1 live|exist|be',
    'no ~1 reason|will|point to ~1 live|living|exist|go', 'no ~1 reason|point in|of living|life|anything|going', 'point of|in ~1 living|life|being|existing|going', 'not ~1 worth living', 'life isnt|not|aint ~1 worth', 'life ~2 worth living',
    'tired|sick|done|exhausted of|with ~1 living|life|existing', 'tired of being ~1 alive|here', 'any|a|no way out ~ of|from ~1 this|life|pain', 'cant see|find ~1 way out',
    'self harm*', 'selfharm*', 'overdos*', 'swallow*|took|downed|taken|taking ~3 pills|tablets', 'bottle of pills', 'how many pills', 'slit*|slash* ~1 my ~1 wrist*|arm*|thigh*|veins', 'cut|cutting my ~1 wrist*|arm*|thigh*|veins',
    'jump|jumping ~3 bridge|roof|building|train|ledge|balcony', 'goodbye ~ world|forever', 'my final|last goodbye|words|note', 'this is my last message', 'wont be alive', 'wont be here|around anymore|much', 'not be here|around ~1 tomorrow $', 'wont be here tomorrow $',
    'i ~1 cant go on $|like|anymore|living', 'cant|cannot do this ~1 anymore', 'cant|cannot take it|this|life ~1 anymore|longer', 'cant keep going $|anymore|like',
    'nobody|noone|one ~1 would|will|wouldnt|wont ~1 miss|notice|care ~ me|gone|die|died', 'wouldnt miss me', 'giv*|gave up on life|everything|living',
    'want ~1 the pain ~2 end|stop|over|away', 'want it all to ~1 end|stop|be', 'just want ~1 everything to ~1 end|stop', 'wanna|want ~1 stop existing|living|breathing', 'suicide note', 'painless way*', 'easiest|best|quickest|painless way to die', 'way ~1 to kill myself',
    '{im/i am} ~2 in danger', 'not ~1 safe ~1 home|here|with|anymore', 'dont|not feel safe', 'afraid|scared|fear for my ~1 life', `${family} ~2 is|are|keeps|gonna|trying|threatened|tried|will|wants ~3 kill*|hurt*|hit|hitting|beat|beating|strangl*|choke|attack* ~1 me`,
    `${family} ~1 hits|beats|hurts|raped|abuses|abused|chokes|choked|molested|molests|assaulted|threatens ~ me`, 'being abused|beaten|trafficked|raped|stalked|followed', 'abuses|abusing|raped|molested|strangled me', 'i was raped|assaulted|molested', 'i got raped|assaulted|beaten',
    'held|holding|keeping me ~1 hostage|captive|locked|prisoner', 'locked me in', 'help me ~4 hurting|killing|die|dying|beating|abusing', 'i have|got ~1 a|the gun|knife|rope|blade ~3 myself|head|wrist|ready|tonight', 'disappear forever', 'never wake up', 'not wake up ~1 tomorrow|again', 'sleep forever',
    'thinking about|of ~1 ending ~1 it|life|things|everything|my', 'thinking about|of ~1 suicide|death|killing|dying $', 'thoughts of|about ~1 ending|dying|death|suicide|killing|hurting', 'kill|end me please|pls|now $', 'please|just|someone kill|end|shoot me $', 'i ~1 hope i die|dont wake', 'i should ~1 die|be dead', 'i deserve to die', 'going to ~1 do something ~1 bad|stupid|terrible to myself',
    'quiero morir*', 'me quiero matar|morir', 'quiero matarme', 'quiero suicidarme', 'je veux mourir', 'me suicider', 'ich will sterben', 'mich umbringen', 'quero morrer', 'quero me matar', 'voglio morire',
  ],
  review: [
    'kms', 'depress*', 'hopeless', 'worthless', 'hate my ~1 life|self|body', 'hate myself', 'cut|burn|burned ~1 myself', 'empty inside', 'cant cope', 'cant ~1 breathe|sleep|stop crying', 'panic attack*', 'griev*', 'rock bottom', 'dark place', 'breakdown', 'abus*', 'traumat*', 'in danger', 'passed away', 'lost my ~1 mom|mum|dad|mother|father|son|daughter|wife|husband|brother|sister|friend|grandma|grandpa|baby|dog|cat|job',
    'gonna|going ~1 die', 'im|i ~1 dying', 'no way out', 'so|feel|feeling|very|really lonely|alone|numb|lost', 'eating disorder*', 'anorexi*', 'bulimi*', 'relaps*', 'call ~1 police|911|999|112|ambulance', 'call for help', 'i need help', 'kill*', 'funeral', 'cancer', 'chemo*', 'hospital',
  ],
  idioms: [
    'die|died|dying|dead ~2 laughing|lol|laughter|cuteness|cringe|embarrassment|happiness|joy|😂|🤣|💀', 'dying for|to', 'die for', 'to die for', 'dying ~1 at|over|this|😂|🤣|💀', 'kill* for|it|time|me|that|two', 'kill* the ~1 game|look|mood|vibe|outfit|beat|cover|part', 'killer ~1 look|outfit|cover|riff|beat|design|recipe|workout|track|tune|photo|shot|deal|song|set|line', 'painkiller*', 'killjoy', 'die hard', 'over my dead', 'dead sea', 'dead inside lol', 'in danger of buying|spending|becoming', 'dying my ~ hair|yarn|wool|fabric|shirt|cloth', 'kill* with kindness', 'dressed to kill', 'overdos* on ~1 cute*|your|this|these', 'suicide squad', 'kilometers', 'kms a|per|away|run|from|long|in',
  ],
};
