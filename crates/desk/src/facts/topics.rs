//! Topics of facts, with the words by which people ask for them.

use conserje_kernel::{Language, say};
use serde::{Deserialize, Serialize};

use super::phrases;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactTopic {
    Insurers,
    PaymentMethods,
    Invoices,
    Parking,
    Pets,
    Accessibility,
    Promotions,
    Wifi,
    Children,
    /// Anything else, asked for by words of its own.
    Other,
}

impl FactTopic {
    pub const ALL: [Self; 10] = [
        Self::Insurers,
        Self::PaymentMethods,
        Self::Invoices,
        Self::Parking,
        Self::Pets,
        Self::Accessibility,
        Self::Promotions,
        Self::Wifi,
        Self::Children,
        Self::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Insurers => "insurers",
            Self::PaymentMethods => "payment_methods",
            Self::Invoices => "invoices",
            Self::Parking => "parking",
            Self::Pets => "pets",
            Self::Accessibility => "accessibility",
            Self::Promotions => "promotions",
            Self::Wifi => "wifi",
            Self::Children => "children",
            Self::Other => "other",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }

    pub fn title(self, language: Language) -> &'static str {
        let (es, en) = match self {
            Self::Insurers => ("Aseguradoras", "Insurance"),
            Self::PaymentMethods => ("Formas de pago", "Ways to pay"),
            Self::Invoices => ("Facturas", "Invoices"),
            Self::Parking => ("Estacionamiento", "Parking"),
            Self::Pets => ("Mascotas", "Pets"),
            Self::Accessibility => ("Accesibilidad", "Accessibility"),
            Self::Promotions => ("Promociones", "Offers"),
            Self::Wifi => ("Wifi", "Wi-Fi"),
            Self::Children => ("Niños", "Children"),
            Self::Other => ("Otros datos", "Other facts"),
        };
        say(language, es, en)
    }

    /// How people ask for it: words or several in a row, folded, where `*` is any ending.
    pub(super) fn phrases(self) -> &'static [&'static str] {
        match self {
            Self::Insurers => phrases::INSURERS,
            Self::PaymentMethods => phrases::PAYMENT_METHODS,
            Self::Invoices => phrases::INVOICES,
            Self::Parking => phrases::PARKING,
            Self::Pets => phrases::PETS,
            Self::Accessibility => phrases::ACCESSIBILITY,
            Self::Promotions => phrases::PROMOTIONS,
            Self::Wifi => phrases::WIFI,
            Self::Children => phrases::CHILDREN,
            Self::Other => &[],
        }
    }

    /// What the same words mean that is something else.
    pub(super) fn not_meant(self) -> &'static [&'static str] {
        match self {
            Self::PaymentMethods => phrases::NOT_PAYMENT_METHODS,
            Self::Pets => &["perro caliente", "perros calientes", "hot dog*", "muelo como perro"],
            Self::Parking => &["park avenue", "hyde park", "central park"],
            Self::Insurers => &["el seguro que", "seguro de que", "seguro de si", "seguro de eso"],
            Self::Invoices
            | Self::Accessibility
            | Self::Promotions
            | Self::Wifi
            | Self::Children
            | Self::Other => &[],
        }
    }

    /// What people ask for by name, each with the words that name it. A list that has none of them has it not.
    pub(super) fn known(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Insurers => phrases::KNOWN_INSURERS,
            Self::PaymentMethods => phrases::KNOWN_PAYMENT_METHODS,
            Self::Invoices
            | Self::Parking
            | Self::Pets
            | Self::Accessibility
            | Self::Promotions
            | Self::Wifi
            | Self::Children
            | Self::Other => &[],
        }
    }

    /// How people ask whether a name is on the list, where they say nothing of what it is: "¿Aceptan Bizum?"
    pub(super) fn asking(self) -> &'static [&'static str] {
        match self {
            Self::Insurers => phrases::ASKING_INSURERS,
            Self::PaymentMethods => phrases::ASKING_PAYMENT_METHODS,
            Self::Invoices
            | Self::Parking
            | Self::Pets
            | Self::Accessibility
            | Self::Promotions
            | Self::Wifi
            | Self::Children
            | Self::Other => &[],
        }
    }
}
