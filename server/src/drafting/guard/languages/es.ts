import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const es: LanguageTable = {
  pairs: `
lunes:monday martes:tuesday miercoles:wednesday jueves:thursday viernes:friday sabado:saturday sabados:saturday domingo:sunday domingos:sunday
enero:january febrero:february marzo:march abril:april mayo:may junio:june julio:july agosto:august septiembre:september setiembre:september octubre:october noviembre:november diciembre:december
cero:0 uno:1 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 trece:13 catorce:14 quince:15 dieciseis:16 diecisiete:17 dieciocho:18 diecinueve:19 veinte:20 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 cien:100
dia:day dias:days semana:week semanas:weeks mes:month meses:months ano:year anos:years hora:hour horas:hours minuto:minute minutos:minutes dias_laborables:working_days dias_habiles:working_days
al_mes:a_month por_mes:a_month mensual:a_month a_la_semana:a_week por_semana:a_week al_ano:a_year al_dia:a_day por_persona:per_person por_hora:an_hour
sin_usar:unused no:not nunca:never jamas:never ni:nor sin:without tampoco:nor nada:nothing nadie:nobody ningun:no ninguno:none ninguna:none cerrado:closed cerrada:closed cerrados:closed agotado:sold_out agotada:sold_out
solo:only solamente:only unicamente:only si:if a_menos_que:unless excepto:except salvo:except
a_partir_de:from desde:from hasta:up_to como_maximo:at_most maximo:at_most al_menos:at_least como_minimo:at_least minimo:at_least mas_de:more_than menos_de:less_than unos:about unas:about aproximadamente:about casi:almost alrededor_de:about en_un_plazo_de:within
por_ciento:percent euro:euro euros:euros dolares:dollars libras:pounds gratis:free gratuito:free gratuita:free gratuitos:free sin_coste:at_no_cost sin_costo:at_no_cost sin_cargo:at_no_cost mitad_de_precio:half_price hoy:today manana:tomorrow ayer:yesterday esta_semana:this_week proxima_semana:next_week fin_de_semana:weekend mediodia:noon medianoche:midnight de_la_tarde:pm de_la_manana:am
codigo:code cupon:coupon reembolso:refund reembolsos:refund reembolsar:refund devolucion:refund devolver_el_dinero:refund descuento:discount descuentos:discount prometo:i_promise prometemos:i_promise garantizo:i_guarantee garantizado:guaranteed garantizada:guaranteed garantizamos:i_guarantee exclusivo:exclusive exclusiva:exclusive videollamada:video_call nos_vemos:see_you te_llamo:call_you
soy_humano:i'm_human soy_humana:i'm_human persona_real:i'm_a_real_person persona_de_verdad:i'm_a_real_person no_soy_un_bot:i'm_not_a_bot no_soy_un_robot:i'm_not_a_bot mis_instrucciones:my_instructions te_enviamos:i_will_send te_envio:i_will_send te_mando:i_will_send te_regalo:i_will_give te_doy:i_will_give voy_a:i_will_do vamos_a:i_will_do
`,
  vow: /(?<![a-z])[a-z]{2,12}(?:are|ere|ire|aremos|eremos|iremos)(?![a-z])/g,
  ordinary: 'entre padre madre nombre siempre sobre aire libre septiembre octubre noviembre diciembre compre',
  small:
    'el la los las un una unos unas de del al a en y e o u que con por para es son esta estan este esto estos estas mi mis tu tus su sus nuestro nuestra nuestros nuestras me te se lo le les nos yo hay ser muy mas tambien como cuando donde cada todo toda todos todas puedes puede pueden podeis tiene tienen tengo tenemos hola gracias por favor saludos buenos dias buenas tardes encantada encantado pregunta escribir escribirme mensaje interes abrazo aqui ahi ya pero entonces gustaria alegra mucho claro bien cuesta cuestan precio vale sale quieres necesitas puedo hago encuentras encontraras mira duda dudas',
  alarm:
    /(?<![a-z])(?:matar|suicid|morir|amenaz|violar|violacion|golpear|sexo|desnud|porno|menor de edad|hacerte dano|se donde vives|arma|bomba|drog|puta|estaf)/,
};
