import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const pt: LanguageTable = {
  pairs: `
segunda-feira:monday segunda:monday segundas:monday terca-feira:tuesday terca:tuesday tercas:tuesday quarta-feira:wednesday quarta:wednesday quartas:wednesday quinta-feira:thursday quinta:thursday quintas:thursday sexta-feira:friday sexta:friday sextas:friday sabado:saturday sabados:saturday domingo:sunday domingos:sunday
janeiro:january fevereiro:february marco:march abril:april maio:may junho:june julho:july agosto:august setembro:september outubro:october novembro:november dezembro:december
zero:0 dois:2 duas:2 tres:3 quatro:4 cinco:5 seis:6 sete:7 oito:8 nove:9 dez:10 onze:11 doze:12 treze:13 catorze:14 quatorze:14 quinze:15 dezasseis:16 dezesseis:16 dezassete:17 dezessete:17 dezoito:18 dezanove:19 dezenove:19 vinte:20 trinta:30 quarenta:40 cinquenta:50 sessenta:60 setenta:70 oitenta:80 noventa:90 cem:100
dia:day dias:days semana:week semanas:weeks mes:month meses:months ano:year anos:years hora:hour horas:hours minuto:minute minutos:minutes dias_uteis:working_days
por_mes:a_month ao_mes:a_month mensal:a_month por_semana:a_week por_ano:a_year por_dia:a_day por_pessoa:per_person por_hora:an_hour
sem_uso:unused por_usar:unused nao:not nunca:never jamais:never nem:nor sem:without nada:nothing ninguem:nobody nenhum:no nenhuma:no fechado:closed fechada:closed fechados:closed esgotado:sold_out esgotada:sold_out
so:only apenas:only somente:only se:if a_menos_que:unless exceto:except salvo:except
a_partir_de:from desde:from ate:up_to no_maximo:at_most maximo:at_most pelo_menos:at_least no_minimo:at_least minimo:at_least mais_de:more_than menos_de:less_than cerca_de:about aproximadamente:about quase:almost dentro_de:within
por_cento:percent euro:euro euros:euros dolares:dollars libras:pounds reais:reais gratis:free gratuito:free gratuita:free gratuitos:free de_graca:for_free sem_custos:at_no_cost metade_do_preco:half_price hoje:today amanha:tomorrow ontem:yesterday esta_semana:this_week proxima_semana:next_week fim_de_semana:weekend meio-dia:noon meia-noite:midnight
codigo:code cupao:coupon cupom:coupon reembolso:refund reembolsos:refund reembolsar:refund desconto:discount descontos:discount prometo:i_promise prometemos:i_promise garanto:i_guarantee garantido:guaranteed garantida:guaranteed exclusivo:exclusive exclusiva:exclusive videochamada:video_call
pessoa_real:i'm_a_real_person pessoa_de_verdade:i'm_a_real_person sou_humano:i'm_human sou_humana:i'm_human nao_sou_um_bot:i'm_not_a_bot minhas_instrucoes:my_instructions vou:i_will_do vamos:i_will_do envio-te:i_will_send mando-te:i_will_send ofereco-te:i_will_give
`,
  vow: /(?<![a-z])[a-z]{2,12}(?:arei|erei|irei|aremos|eremos|iremos)(?![a-z])/g,
  ordinary: '',
  small:
    'o a os as um uma uns umas de do da dos das d no na nos nas em ao aos e ou que quem com por pelo pela para pra sobre sao esta estao este isto estes estas meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas me te lhe vos eu tu voce voces ele ela nos ha ser muito mais tambem como quando onde cada todo toda todos todas tudo podes pode podem ola oi obrigada obrigado cumprimentos abraco pergunta mensagem interesse aqui mas entao custa custam preco vale encontras encontra precisas precisa bem claro prazer feliz contente escreve escrever tem tenho temos',
  alarm:
    /(?<![a-z])(?:matar|suicid|morrer|ameac|estupr|violar|bater|sexo|nua|nudes|porno|menor de idade|te machucar|onde moras|arma|bomba|droga|puta|golpe|fraude)/,
};
