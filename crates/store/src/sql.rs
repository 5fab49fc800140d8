//! One way to say a statement on both databases.
//!
//! Statements are static texts with numbered places (`?1`), which SQLite reads as they are and
//! PostgreSQL gets as `$1`; values are one of five kinds. No statement is ever put together from values.

use conserje_kernel::{
    ApiKeyId, AppointmentId, AppointmentStatus, ApprovalId, ApprovalStatus, BlockId, ChannelId, ChannelKind,
    CollectionId, CustomerId, DeliveryId, DeliveryKind, DeliveryStatus, DeskChangeKind, Digest, DocumentId,
    DocumentStatus, EscalationId, EscalationStatus, EventId, JobId, JobKind, JobState, KeyScopes, Language,
    LinkId, LoginId, MessageId, MessageRole, ModelCallId, NoteId, OrderId, OrderKind, OrderStage,
    OrderStatus, ReminderOutcome, Role, SessionId, SetupAct, SetupKind, SetupPart, ShareId, SiteId, TenantId,
    Timestamp, TraceId, TurnId, Urgency, UserId, WaitingId,
};

use crate::StoreError;
use crate::db::Conn;

/// What a statement is given.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

/// Builds the values of a statement: `values![tenant, session, now]`.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::Value::from($value)),*][..] };
}
pub(crate) use values;

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}
impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Int(i64::from(value))
    }
}
impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}
impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}
impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}
impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}
impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}
impl From<Digest> for Value {
    fn from(value: Digest) -> Self {
        Self::Bytes(value.as_bytes().to_vec())
    }
}
impl From<Timestamp> for Value {
    fn from(value: Timestamp) -> Self {
        Self::Int(value.as_micros())
    }
}
impl<T> From<Option<T>> for Value
where
    Value: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::from)
    }
}

/// A value that a column holds. Reading one of another kind is an error that names the column.
pub(crate) trait FromColumn: Sized {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError>;
}

/// Ids and words are stored as the text they print.
macro_rules! stored_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::Text(value.to_string())
            }
        }
        impl FromColumn for $type {
            fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
                String::read(row, column)?
                    .parse()
                    .map_err(|error| StoreError::Malformed { column, problem: format!("{error}") })
            }
        }
    )*};
}
stored_as_text!(
    ApiKeyId,
    AppointmentId,
    ApprovalId,
    BlockId,
    ChannelId,
    CollectionId,
    CustomerId,
    DeliveryId,
    DocumentId,
    EscalationId,
    EventId,
    JobId,
    LinkId,
    LoginId,
    MessageId,
    ModelCallId,
    NoteId,
    OrderId,
    SessionId,
    ShareId,
    SiteId,
    TenantId,
    TraceId,
    TurnId,
    UserId,
    WaitingId,
    AppointmentStatus,
    ApprovalStatus,
    ChannelKind,
    DeliveryKind,
    DeliveryStatus,
    DeskChangeKind,
    DocumentStatus,
    EscalationStatus,
    JobKind,
    JobState,
    KeyScopes,
    MessageRole,
    OrderKind,
    OrderStage,
    OrderStatus,
    ReminderOutcome,
    Role,
    SetupAct,
    SetupKind,
    SetupPart,
);

impl From<Urgency> for Value {
    fn from(value: Urgency) -> Self {
        Self::Int(value.place())
    }
}

impl FromColumn for Urgency {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        let place = i64::read(row, column)?;
        Urgency::at_place(place)
            .ok_or_else(|| StoreError::Malformed { column, problem: format!("{place} is no urgency") })
    }
}

impl From<Language> for Value {
    fn from(value: Language) -> Self {
        Self::Text(value.tag().to_owned())
    }
}

impl FromColumn for Language {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        let tag = String::read(row, column)?;
        Language::preferred(&tag)
            .ok_or_else(|| StoreError::Malformed { column, problem: format!("`{tag}` is no language") })
    }
}

/// A row of either database.
pub(crate) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r postgres::Row),
}

impl Row<'_> {
    pub(crate) fn get<T: FromColumn>(&self, column: usize) -> Result<T, StoreError> {
        T::read(self, column)
    }

    /// The bytes of a text column, valid text or not.
    pub(crate) fn raw_text(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self {
            Self::Sqlite(row) => row
                .get_ref(column)
                .map(|cell| cell.as_bytes_or_null().ok().flatten().map(<[u8]>::to_vec))
                .map_err(|error| StoreError::Malformed { column, problem: error.to_string() }),
            Self::Postgres(_) => Ok(Option::<String>::read(self, column)?.map(String::into_bytes)),
        }
    }

    fn cell<T>(&self, column: usize) -> Result<Option<T>, StoreError>
    where
        T: rusqlite::types::FromSql + for<'a> postgres::types::FromSql<'a>,
    {
        let malformed = |problem: String| StoreError::Malformed { column, problem };
        match self {
            Self::Sqlite(row) => {
                row.get::<_, Option<T>>(column).map_err(|error| malformed(error.to_string()))
            }
            Self::Postgres(row) => {
                row.try_get::<_, Option<T>>(column).map_err(|error| malformed(error.to_string()))
            }
        }
    }
}

macro_rules! stored_as_is {
    ($($type:ty),*) => {$(
        impl FromColumn for $type {
            fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
                row.cell(column)?.ok_or_else(|| StoreError::Malformed { column, problem: "it is empty".to_owned() })
            }
        }
    )*};
}
stored_as_is!(f64, String, Vec<u8>);

impl FromColumn for i64 {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        // PostgreSQL gives a literal 1 back as a 32-bit number.
        if let Row::Postgres(inner) = row
            && inner.columns().get(column).is_some_and(|found| *found.type_() == postgres::types::Type::INT4)
        {
            return inner
                .try_get::<_, i32>(column)
                .map(Self::from)
                .map_err(|error| StoreError::Malformed { column, problem: error.to_string() });
        }
        row.cell(column)?.ok_or_else(|| StoreError::Malformed { column, problem: "it is empty".to_owned() })
    }
}

impl FromColumn for bool {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        Ok(i64::read(row, column)? != 0)
    }
}

impl FromColumn for Timestamp {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        i64::read(row, column).map(Timestamp::from_micros)
    }
}

impl FromColumn for Digest {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        Digest::from_slice(&Vec::<u8>::read(row, column)?)
            .ok_or_else(|| StoreError::Malformed { column, problem: "it is not 32 bytes long".to_owned() })
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn read(row: &Row<'_>, column: usize) -> Result<Self, StoreError> {
        let empty = match row {
            Row::Sqlite(row) => row
                .get_ref(column)
                .map(|cell| cell == rusqlite::types::ValueRef::Null)
                .map_err(|error| StoreError::Malformed { column, problem: error.to_string() })?,
            Row::Postgres(row) => row
                .try_get::<_, Option<Present>>(column)
                .map_err(|error| StoreError::Malformed { column, problem: error.to_string() })?
                .is_none(),
        };
        if empty { Ok(None) } else { T::read(row, column).map(Some) }
    }
}

/// Accepts any PostgreSQL value and keeps nothing of it: tells only that there is one.
struct Present;

impl<'a> postgres::types::FromSql<'a> for Present {
    fn from_sql(
        _: &postgres::types::Type,
        _: &'a [u8],
    ) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self)
    }

    fn accepts(_: &postgres::types::Type) -> bool {
        true
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, ValueRef};
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Bytes(value) => ValueRef::Blob(value),
        }))
    }
}

impl postgres::types::ToSql for Value {
    fn to_sql(
        &self,
        kind: &postgres::types::Type,
        out: &mut postgres::types::private::BytesMut,
    ) -> Result<postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(postgres::types::IsNull::Yes),
            Self::Int(value) if *kind == postgres::types::Type::INT4 => {
                i32::try_from(*value)?.to_sql(kind, out)
            }
            Self::Int(value) => value.to_sql(kind, out),
            Self::Real(value) => value.to_sql(kind, out),
            Self::Text(value) => value.to_sql(kind, out),
            Self::Bytes(value) => value.to_sql(kind, out),
        }
    }

    fn accepts(_: &postgres::types::Type) -> bool {
        true
    }

    postgres::types::to_sql_checked!();
}

impl Conn<'_> {
    /// Runs a statement; how many rows it touched.
    pub(crate) fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        match self {
            Self::Sqlite(connection) => {
                let failed = |error| StoreError::of_sqlite(sql, error);
                let mut statement = connection.prepare_cached(sql).map_err(failed)?;
                let touched = statement.execute(rusqlite::params_from_iter(values)).map_err(failed)?;
                Ok(touched as u64)
            }
            Self::Postgres(session) => session.execute(sql, values),
        }
    }

    /// Runs a query; each row read by `read`.
    pub(crate) fn query<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        match self {
            Self::Sqlite(connection) => {
                let failed = |error| StoreError::of_sqlite(sql, error);
                let mut statement = connection.prepare_cached(sql).map_err(failed)?;
                let mut rows = statement.query(rusqlite::params_from_iter(values)).map_err(failed)?;
                let mut found = Vec::new();
                while let Some(row) = rows.next().map_err(failed)? {
                    found.push(read(&Row::Sqlite(row))?);
                }
                Ok(found)
            }
            Self::Postgres(session) => {
                session.query(sql, values)?.iter().map(|row| read(&Row::Postgres(row))).collect()
            }
        }
    }

    /// Runs a query of which one row at most is wanted.
    pub(crate) fn query_one<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.query(sql, values, read)?.into_iter().next())
    }
}

#[cfg(test)]
#[path = "sql_tests.rs"]
mod tests;
