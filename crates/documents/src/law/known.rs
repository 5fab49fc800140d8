//! Spanish laws that people call by other names than their own. What a law's own title says is not repeated here.

/// How a law is called.
pub(super) struct Known {
    /// Its rank and number, as [`super::names`] writes them; a name where it has none.
    pub number: &'static str,
    pub name: &'static str,
    pub abbreviations: &'static [&'static str],
    pub also: &'static [&'static str],
}

const fn law(
    number: &'static str,
    name: &'static str,
    abbreviations: &'static [&'static str],
    also: &'static [&'static str],
) -> Known {
    Known { number, name, abbreviations, also }
}

pub(super) const KNOWN: &[Known] = &[
    law(
        "rdleg 2/2015",
        "Estatuto de los Trabajadores",
        &["ET", "TRET", "LET", "TRLET"],
        &["Estatuto del Trabajador"],
    ),
    law(
        "rdleg 8/2015",
        "Ley General de la Seguridad Social",
        &["LGSS", "TRLGSS"],
        &["Ley de la Seguridad Social"],
    ),
    law(
        "ley 36/2011",
        "Ley Reguladora de la Jurisdicción Social",
        &["LRJS", "LJS"],
        &["Ley de la Jurisdicción Social"],
    ),
    law(
        "ley 31/1995",
        "Ley de Prevención de Riesgos Laborales",
        &["LPRL"],
        &["Ley de Riesgos Laborales", "Ley de Prevención"],
    ),
    law(
        "rdleg 5/2000",
        "Ley sobre Infracciones y Sanciones en el Orden Social",
        &["LISOS", "TRLISOS"],
        &["Ley de Infracciones y Sanciones"],
    ),
    law("lo 11/1985", "Ley Orgánica de Libertad Sindical", &["LOLS"], &[]),
    law("ley 14/1994", "Ley de Empresas de Trabajo Temporal", &["LETT", "LEETT"], &["Ley de ETT"]),
    law(
        "ley 20/2007",
        "Estatuto del Trabajo Autónomo",
        &["LETA", "ETA"],
        &["Estatuto del Trabajador Autónomo", "Ley de Autónomos"],
    ),
    law(
        "lo 3/2007",
        "Ley Orgánica para la Igualdad Efectiva de Mujeres y Hombres",
        &["LOI", "LOIEMH", "LOIMH"],
        &["Ley de Igualdad", "Ley de Igualdad Efectiva"],
    ),
    law(
        "rdleg 5/2015",
        "Estatuto Básico del Empleado Público",
        &["EBEP", "TREBEP", "LEBEP"],
        &["Estatuto del Empleado Público"],
    ),
    law(
        "rdleg 1/2013",
        "Ley General de Derechos de las Personas con Discapacidad",
        &["LGD", "LGDPD", "TRLGDPD", "LGDPDIS"],
        &["Ley de Discapacidad", "Ley General de Discapacidad"],
    ),
    law(
        "ley 39/2015",
        "Ley del Procedimiento Administrativo Común",
        &["LPAC", "LPACAP", "LPACA"],
        &["Ley de Procedimiento Administrativo"],
    ),
    law("ley 40/2015", "Ley de Régimen Jurídico del Sector Público", &["LRJSP"], &[]),
    law(
        "ley 23/2015",
        "Ley Ordenadora del Sistema de Inspección de Trabajo y Seguridad Social",
        &["LOSITSS", "LOITSS", "LSITSS"],
        &["Ley de Inspección de Trabajo", "Ley de la Inspección de Trabajo y Seguridad Social"],
    ),
    law(
        "lo 3/2018",
        "Ley Orgánica de Protección de Datos Personales y Garantía de los Derechos Digitales",
        &["LOPDGDD", "LOPD"],
        &["Ley de Protección de Datos", "Ley Orgánica de Protección de Datos"],
    ),
    law("ley 10/2021", "Ley de Trabajo a Distancia", &["LTD", "LTAD"], &["Ley del Teletrabajo"]),
    law("ley 19/2021", "Ley del Ingreso Mínimo Vital", &["LIMV", "IMV"], &["Ingreso Mínimo Vital"]),
    law("ley 3/2023", "Ley de Empleo", &["LE", "LEMP"], &[]),
    law("ley 3/2012", "Ley de Reforma del Mercado Laboral", &["LRML"], &["Reforma Laboral de 2012"]),
    law("ley 13/1982", "Ley de Integración Social de los Minusválidos", &["LISMI"], &[]),
    law(
        "rdl 32/2021",
        "Reforma Laboral de 2021",
        &["RDLRL"],
        &["Reforma Laboral", "Real Decreto-ley de Reforma Laboral"],
    ),
    law(
        "rdl 17/1977",
        "Real Decreto-ley sobre Relaciones de Trabajo",
        &["DLRT", "RDLRT"],
        &["Ley de Huelga", "Decreto de Huelga"],
    ),
    law("constitucion", "Constitución Española", &["CE"], &["Constitución", "Carta Magna"]),
    law("rd 39/1997", "Reglamento de los Servicios de Prevención", &["RSP"], &[]),
    law(
        "rd 1415/2004",
        "Reglamento General de Recaudación de la Seguridad Social",
        &["RGRSS", "RGR"],
        &["Reglamento de Recaudación"],
    ),
    law(
        "rd 84/1996",
        "Reglamento General sobre Inscripción de Empresas y Afiliación",
        &["RGIA", "RGA", "RIA"],
        &["Reglamento de Afiliación", "Reglamento General de Afiliación"],
    ),
    law(
        "rd 2064/1995",
        "Reglamento General sobre Cotización y Liquidación de otros Derechos de la Seguridad Social",
        &["RGCL", "RGC"],
        &["Reglamento de Cotización", "Reglamento General de Cotización"],
    ),
    law(
        "rd 928/1998",
        "Reglamento General sobre Procedimientos para la Imposición de Sanciones por Infracciones de Orden Social",
        &["RGPS", "RPS", "RGPIS"],
        &["Reglamento de Sanciones"],
    ),
    law(
        "rd 1483/2012",
        "Reglamento de los Procedimientos de Despido Colectivo",
        &["RPDC"],
        &["Reglamento de Despidos Colectivos", "Reglamento de Despido Colectivo"],
    ),
    law(
        "rd 1561/1995",
        "Real Decreto sobre Jornadas Especiales de Trabajo",
        &["RDJE", "RDJET"],
        &["Jornadas Especiales"],
    ),
    law("rd 625/1985", "Reglamento de Protección por Desempleo", &["RPD"], &["Reglamento de Desempleo"]),
    law(
        "rd 1620/2011",
        "Real Decreto del Servicio del Hogar Familiar",
        &["RDSHF", "RDEH"],
        &["Empleados de Hogar", "Empleadas de Hogar"],
    ),
    law(
        "rd 1006/1985",
        "Real Decreto de Deportistas Profesionales",
        &["RDDP"],
        &["Deportistas Profesionales"],
    ),
    law(
        "rd 505/1985",
        "Real Decreto del Fondo de Garantía Salarial",
        &["RDFOGASA", "FOGASA"],
        &["Reglamento del Fogasa", "Fondo de Garantía Salarial"],
    ),
    law(
        "rd 2720/1998",
        "Real Decreto de Contratos de Duración Determinada",
        &["RDCDD"],
        &["Contratos de Duración Determinada"],
    ),
    law(
        "rd 1299/2006",
        "Cuadro de Enfermedades Profesionales",
        &["CEP", "RDEP"],
        &["Enfermedades Profesionales"],
    ),
    law("rd 1300/1995", "Real Decreto de Incapacidades Laborales", &["RDIL"], &["Incapacidades Laborales"]),
    law(
        "rd 295/2009",
        "Real Decreto de Prestaciones por Maternidad y Paternidad",
        &["RDPM", "RDMP"],
        &["Prestaciones por Maternidad", "Real Decreto de Maternidad y Paternidad"],
    ),
    law(
        "rd 713/2010",
        "Real Decreto de Registro y Depósito de Convenios Colectivos",
        &["RDRC", "RDRDC"],
        &["Registro de Convenios"],
    ),
    law(
        "rd 625/2014",
        "Real Decreto de Gestión de la Incapacidad Temporal",
        &["RDIT"],
        &["Gestión de la Incapacidad Temporal"],
    ),
    law(
        "rd 901/2020",
        "Real Decreto de Planes de Igualdad",
        &["RDPI"],
        &["Planes de Igualdad", "Reglamento de Planes de Igualdad"],
    ),
    law("rd 902/2020", "Real Decreto de Igualdad Retributiva", &["RDIR"], &["Igualdad Retributiva"]),
    law(
        "rdl 13/2022",
        "Real Decreto-ley de Cotización de Autónomos",
        &["RDLCA"],
        &["Cotización de los Autónomos"],
    ),
    law(
        "rdl 16/2022",
        "Real Decreto-ley de Personas Trabajadoras del Hogar",
        &["RDLTH"],
        &["Trabajadoras del Hogar"],
    ),
    law(
        "rdl 2/2024",
        "Real Decreto-ley de Mejora de la Protección por Desempleo",
        &["RDLPD"],
        &["Reforma del Subsidio por Desempleo"],
    ),
    law(
        "rd 126/2026",
        "Real Decreto del Salario Mínimo para 2026",
        &["RDSMI"],
        &["Salario Mínimo Interprofesional para 2026"],
    ),
    // Not labour laws, but cited by them.
    law("rd 24/07/1889", "Código Civil", &["CC"], &[]),
    law("lo 10/1995", "Código Penal", &["CP"], &[]),
    law("ley 1/2000", "Ley de Enjuiciamiento Civil", &["LEC"], &[]),
    law("lo 6/1985", "Ley Orgánica del Poder Judicial", &["LOPJ"], &[]),
    law(
        "ley 29/1998",
        "Ley Reguladora de la Jurisdicción Contencioso-administrativa",
        &["LJCA", "LRJCA"],
        &[],
    ),
    law("ley 58/2003", "Ley General Tributaria", &["LGT"], &[]),
    law("rdleg 1/2020", "Ley Concursal", &["TRLC"], &[]),
    law("rdleg 2/1995", "Ley de Procedimiento Laboral", &["LPL"], &[]),
    law("ley 47/2003", "Ley General Presupuestaria", &["LGP"], &[]),
];
