//! Which number an emergency is called with, by country, and what tells that a business is there.
//!
//! Numbers are those by which an ambulance is called, not yet checked against a source; in the
//! European Union it is 112 everywhere (Directive (EU) 2018/1972, article 109). Zones are
//! those of `zone.tab` of the IANA time zone database, with their older names. A business that knows better says so.

/// A country as it is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Country {
    /// ISO 3166-1 alpha-2.
    pub(super) code: &'static str,
    pub(super) number: &'static str,
    /// Another one, of the ambulances alone; empty if there is none.
    pub(super) ambulances: &'static str,
    /// What telephone numbers begin with; with commas.
    pub(super) dials: &'static str,
    /// Its own currency; empty if others have it, too.
    pub(super) currency: &'static str,
    /// With spaces.
    pub(super) zones: &'static str,
}

/// The euro is of many countries, which have one number.
pub(super) const EURO: Country =
    Country { code: "EU", number: "112", ambulances: "", dials: "", currency: "EUR", zones: "" };

const fn country(
    code: &'static str,
    (number, ambulances): (&'static str, &'static str),
    dials: &'static str,
    currency: &'static str,
    zones: &'static str,
) -> Country {
    Country { code, number, ambulances, dials, currency, zones }
}

#[rustfmt::skip]
pub(super) const COUNTRIES: [Country; 81] = [
    country("US", ("911", ""), "1", "USD", "America/New_York America/Detroit America/Kentucky/Louisville America/Kentucky/Monticello America/Indiana/Indianapolis America/Indiana/Vincennes America/Indiana/Winamac America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Chicago America/Indiana/Tell_City America/Indiana/Knox America/Menominee America/North_Dakota/Center America/North_Dakota/New_Salem America/North_Dakota/Beulah America/Denver America/Boise America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak Pacific/Honolulu US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific America/Indianapolis America/Knox_IN America/Louisville America/Atka America/Fort_Wayne America/Shiprock Pacific/Johnston"),
    country("CA", ("911", ""), "1204,1226,1236,1249,1250,1263,1289,1306,1343,1354,1365,1367,1368,1382,1403,1416,1418,1428,1431,1437,1438,1450,1468,1474,1506,1514,1519,1548,1579,1581,1584,1587,1604,1613,1639,1647,1672,1683,1705,1709,1742,1753,1778,1780,1782,1807,1819,1825,1867,1873,1879,1902,1905", "CAD", "America/St_Johns America/Halifax America/Glace_Bay America/Moncton America/Goose_Bay America/Blanc-Sablon America/Toronto America/Iqaluit America/Atikokan America/Winnipeg America/Resolute America/Rankin_Inlet America/Regina America/Swift_Current America/Edmonton America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek America/Fort_Nelson America/Whitehorse America/Dawson America/Vancouver Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon America/Montreal America/Nipigon America/Pangnirtung America/Rainy_River America/Thunder_Bay America/Yellowknife"),
    country("MX", ("911", ""), "52", "MXN", "America/Mexico_City America/Cancun America/Merida America/Monterrey America/Matamoros America/Chihuahua America/Ciudad_Juarez America/Ojinaga America/Mazatlan America/Bahia_Banderas America/Hermosillo America/Tijuana Mexico/BajaNorte Mexico/BajaSur Mexico/General America/Ensenada America/Santa_Isabel"),
    country("GT", ("123", "122"), "502", "GTQ", "America/Guatemala"),
    country("BZ", ("911", ""), "501", "BZD", "America/Belize"),
    country("HN", ("911", ""), "504", "HNL", "America/Tegucigalpa"),
    country("SV", ("911", "132"), "503", "SVC", "America/El_Salvador"),
    country("NI", ("128", ""), "505", "NIO", "America/Managua"),
    country("CR", ("911", ""), "506", "CRC", "America/Costa_Rica"),
    country("PA", ("911", ""), "507", "PAB", "America/Panama"),
    country("CU", ("104", ""), "53", "CUP", "America/Havana"),
    country("DO", ("911", ""), "1809,1829,1849", "DOP", "America/Santo_Domingo"),
    country("HT", ("116", ""), "509", "HTG", "America/Port-au-Prince"),
    country("JM", ("110", ""), "1876,1658", "JMD", "America/Jamaica"),
    country("PR", ("911", ""), "1787,1939", "", "America/Puerto_Rico America/Virgin"),
    country("BS", ("911", ""), "1242", "BSD", "America/Nassau"),
    country("BB", ("511", ""), "1246", "BBD", "America/Barbados"),
    country("TT", ("811", ""), "1868", "TTD", "America/Port_of_Spain"),
    country("CO", ("123", ""), "57", "COP", "America/Bogota"),
    country("VE", ("911", ""), "58", "VES", "America/Caracas"),
    country("EC", ("911", ""), "593", "", "America/Guayaquil Pacific/Galapagos"),
    country("PE", ("106", ""), "51", "PEN", "America/Lima"),
    country("BO", ("118", ""), "591", "BOB", "America/La_Paz"),
    country("CL", ("131", ""), "56", "CLP", "America/Santiago America/Coyhaique America/Punta_Arenas Pacific/Easter Chile/Continental Chile/EasterIsland"),
    country("AR", ("911", "107"), "54", "ARS", "America/Argentina/Buenos_Aires America/Argentina/Cordoba America/Argentina/Salta America/Argentina/Jujuy America/Argentina/Tucuman America/Argentina/Catamarca America/Argentina/La_Rioja America/Argentina/San_Juan America/Argentina/Mendoza America/Argentina/San_Luis America/Argentina/Rio_Gallegos America/Argentina/Ushuaia America/Buenos_Aires America/Catamarca America/Cordoba America/Jujuy America/Mendoza America/Argentina/ComodRivadavia America/Rosario"),
    country("UY", ("911", "105"), "598", "UYU", "America/Montevideo"),
    country("PY", ("911", "141"), "595", "PYG", "America/Asuncion"),
    country("BR", ("192", ""), "55", "BRL", "America/Noronha America/Belem America/Fortaleza America/Recife America/Araguaina America/Maceio America/Bahia America/Sao_Paulo America/Campo_Grande America/Cuiaba America/Santarem America/Porto_Velho America/Boa_Vista America/Manaus America/Eirunepe America/Rio_Branco Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West America/Porto_Acre"),
    country("GY", ("913", ""), "592", "GYD", "America/Guyana"),
    country("SR", ("113", ""), "597", "SRD", "America/Paramaribo"),
    country("GF", ("112", "15"), "594", "", "America/Cayenne"),
    country("GP", ("112", "15"), "590", "", "America/Guadeloupe"),
    country("MQ", ("112", "15"), "596", "", "America/Martinique"),
    country("AW", ("911", ""), "297", "AWG", "America/Aruba"),
    country("CW", ("912", ""), "5999", "", "America/Curacao"),
    country("AT", ("112", ""), "43", "", "Europe/Vienna"),
    country("BE", ("112", ""), "32", "", "Europe/Brussels"),
    country("BG", ("112", ""), "359", "BGN", "Europe/Sofia"),
    country("HR", ("112", ""), "385", "", "Europe/Zagreb"),
    country("CY", ("112", ""), "357", "", "Asia/Nicosia Asia/Famagusta Europe/Nicosia"),
    country("CZ", ("112", ""), "420", "CZK", "Europe/Prague"),
    country("DK", ("112", ""), "45", "DKK", "Europe/Copenhagen"),
    country("EE", ("112", ""), "372", "", "Europe/Tallinn"),
    country("FI", ("112", ""), "358", "", "Europe/Helsinki"),
    country("FR", ("112", "15"), "33", "", "Europe/Paris"),
    country("DE", ("112", ""), "49", "", "Europe/Berlin Europe/Busingen"),
    country("GR", ("112", ""), "30", "", "Europe/Athens"),
    country("HU", ("112", ""), "36", "HUF", "Europe/Budapest"),
    country("IE", ("112", ""), "353", "", "Europe/Dublin"),
    country("IT", ("112", ""), "39", "", "Europe/Rome"),
    country("LV", ("112", ""), "371", "", "Europe/Riga"),
    country("LT", ("112", ""), "370", "", "Europe/Vilnius"),
    country("LU", ("112", ""), "352", "", "Europe/Luxembourg"),
    country("MT", ("112", ""), "356", "", "Europe/Malta"),
    country("NL", ("112", ""), "31", "", "Europe/Amsterdam"),
    country("PL", ("112", ""), "48", "PLN", "Europe/Warsaw"),
    country("PT", ("112", ""), "351", "", "Europe/Lisbon Atlantic/Madeira Atlantic/Azores"),
    country("RO", ("112", ""), "40", "RON", "Europe/Bucharest"),
    country("SK", ("112", ""), "421", "", "Europe/Bratislava"),
    country("SI", ("112", ""), "386", "", "Europe/Ljubljana"),
    country("ES", ("112", ""), "34", "", "Europe/Madrid Africa/Ceuta Atlantic/Canary"),
    country("SE", ("112", ""), "46", "SEK", "Europe/Stockholm"),
    country("GB", ("999", ""), "44", "GBP", "Europe/London Europe/Belfast"),
    country("NO", ("113", ""), "47", "NOK", "Europe/Oslo Atlantic/Jan_Mayen"),
    country("IS", ("112", ""), "354", "ISK", "Atlantic/Reykjavik"),
    country("CH", ("144", ""), "41", "CHF", "Europe/Zurich"),
    country("LI", ("112", ""), "423", "", "Europe/Vaduz"),
    country("AD", ("112", ""), "376", "", "Europe/Andorra"),
    country("MC", ("112", ""), "377", "", "Europe/Monaco"),
    country("TR", ("112", ""), "90", "TRY", "Europe/Istanbul Asia/Istanbul"),
    country("UA", ("112", "103"), "380", "UAH", "Europe/Simferopol Europe/Kyiv Europe/Uzhgorod Europe/Zaporozhye Europe/Kiev"),
    country("IN", ("112", ""), "91", "INR", "Asia/Kolkata Asia/Calcutta"),
    country("IL", ("101", ""), "972", "ILS", "Asia/Jerusalem Asia/Tel_Aviv"),
    country("JP", ("119", ""), "81", "JPY", "Asia/Tokyo"),
    country("KR", ("119", ""), "82", "KRW", "Asia/Seoul"),
    country("CN", ("120", ""), "86", "CNY", "Asia/Shanghai Asia/Urumqi Asia/Chongqing Asia/Harbin Asia/Kashgar Asia/Chungking"),
    country("PH", ("911", ""), "63", "PHP", "Asia/Manila"),
    country("SG", ("995", ""), "65", "SGD", "Asia/Singapore"),
    country("AU", ("000", ""), "61", "AUD", "Australia/Lord_Howe Antarctica/Macquarie Australia/Hobart Australia/Melbourne Australia/Sydney Australia/Broken_Hill Australia/Brisbane Australia/Lindeman Australia/Adelaide Australia/Darwin Australia/Perth Australia/Eucla Australia/ACT Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Australia/Canberra Australia/Currie"),
    country("NZ", ("111", ""), "64", "NZD", "Pacific/Auckland Pacific/Chatham Antarctica/South_Pole"),
    country("ZA", ("112", ""), "27", "ZAR", "Africa/Johannesburg"),
];
